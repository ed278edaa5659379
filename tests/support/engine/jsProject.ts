import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baseEnvironment, pulumiFolder } from "./environment";

export interface Project {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Replaces the program. */
  write(program: string): void;
  /** Runs the CLI: exit code, and all it printed. */
  pulumi(...args: string[]): Promise<{ code: number | null; text: string }>;
  remove(): void;
}

/** A Pulumi project run by the CLI and the language host, as users do; in plain JavaScript by default. */
export async function jsProject(
  environment: Record<string, string>,
  program: string,
  { typescript = false } = {},
): Promise<Project> {
  const index = typescript ? "index.ts" : "index.js";
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
  mkdirSync(join(folder, "state"));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    `name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: ${typescript}\n`,
  );
  writeFileSync(join(folder, "package.json"), `{ "name": "test", "main": "${index}" }\n`);
  cpSync("examples/quickstart/tsconfig.json", join(folder, "tsconfig.json"));
  const write = (text: string) => writeFileSync(join(folder, index), text);
  write(program);
  const env = {
    ...process.env,
    ...baseEnvironment(folder, await pulumiFolder()),
    // For codeCache.cjs.
    ...(!typescript && { TEST_WITHOUT_TYPESCRIPT: "true" }),
    ...environment,
  };

  function pulumi(...args: string[]): Promise<{ code: number | null; text: string }> {
    const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: folder,
      env,
    });
    let text = "";
    const hear = (part: Buffer) => {
      text += part;
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, text }));
    });
  }

  await pulumi("stack", "init", "test");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, env, write, pulumi, remove };
}

/** One that has a stream in its stack. */
export async function jsProjectWithStream(environment: Record<string, string>): Promise<Project> {
  const project = await jsProject(
    environment,
    `const { EventStream } = require("pulumi-auth0-native");
     new EventStream("crm", { destination: { type: "action", configuration: { actionId: "a" } } });`,
  );
  const { code, text } = await project.pulumi("up", "--yes", "--skip-preview");
  if (code !== 0) throw new Error(text);
  return project;
}
