import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pulumiBin } from "../../tools/pulumiBin";
import { baseEnvironment } from "./stack";

export interface Project {
  folder: string;
  /** Replaces the program, `index.js`. */
  write(program: string): void;
  /** Runs the CLI: exit code, and all it printed. */
  pulumi(...args: string[]): Promise<{ code: number | null; text: string }>;
  remove(): void;
}

/** A Pulumi project in plain JavaScript, run by the CLI and the language host, as users do. */
export async function jsProject(
  environment: Record<string, string>,
  program: string,
): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
  mkdirSync(join(folder, "state"));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    "name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  writeFileSync(join(folder, "package.json"), '{ "name": "test", "main": "index.js" }\n');
  const write = (text: string) => writeFileSync(join(folder, "index.js"), text);
  write(program);
  const env = { ...process.env, ...baseEnvironment(folder, await pulumiBin()), ...environment };

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
  return { folder, write, pulumi, remove };
}
