import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommandResult, run } from "../project";
import { baseEnvironment, pulumiFolder } from "./environment";
import { serveProgram } from "./inlineProgram";
import { keyService, keySettings, secretsProvider } from "./keyService";
import { linkPackages } from "./linkedPackages";
import { type Setting, startStack } from "./newStack";

export interface Project {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Replaces the program. */
  write(program: string): void;
  /** Runs the CLI, and returns its exit code and output. */
  pulumi(...args: string[]): Promise<CommandResult>;
  /** Runs the CLI with the language host, even if the project is inline. */
  withLanguageHost(...args: string[]): Promise<CommandResult>;
  /** The further arguments of a command that runs an inline program. */
  programArguments: string[];
  remove(): void;
}

/** Commands that run the program, or that start a language host for the project. */
const hosted = new Set(["preview", "up", "refresh", "destroy"]);

/**
 * A Pulumi project, in plain JavaScript by default. The CLI and the language host run it, as users do.
 * With `inline` this process runs the program, which may be a function: each command takes a second less of
 * CPU time.
 */
export async function jsProject(
  environment: Record<string, string>,
  program: string,
  {
    typescript = false,
    inline = false as boolean | (() => Promise<unknown>),
    configuration = {} as Record<string, Setting>,
    encryption = keySettings as Record<string, string>,
  } = {},
): Promise<Project> {
  const index = typescript ? "index.ts" : "index.js";
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
  linkPackages(folder);
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    `name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: ${typescript}\n`,
  );
  writeFileSync(join(folder, "package.json"), `{ "name": "test", "main": "${index}" }\n`);
  cpSync("templates/typescript/tsconfig.json", join(folder, "tsconfig.json"));
  const write = (text: string) => writeFileSync(join(folder, index), text);
  write(program);
  // The program's return values are the stack's outputs.
  const own = async () =>
    new Function("require", readFileSync(join(folder, index), "utf8"))(require);
  const host = inline ? await serveProgram(inline === true ? own : inline) : undefined;
  const programArguments = host?.arguments ?? [];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...baseEnvironment(folder, await pulumiFolder()),
    ...(await keyService()),
    // lazyPulumi.cjs needs this.
    ...(!typescript && { TEST_WITHOUT_TYPESCRIPT: "true" }),
    ...environment,
  };

  function pulumi(...args: string[]): Promise<CommandResult> {
    const client = hosted.has(args[0] ?? "") ? programArguments : [];
    return withLanguageHost(...args, ...client);
  }

  const withLanguageHost = (...args: string[]): Promise<CommandResult> =>
    run("pulumi", [...args, "--non-interactive", "--color", "never"], folder, env);

  if (env.PULUMI_BACKEND_URL === `file://${join(folder, "state")}`) {
    startStack(folder, folder, configuration, encryption);
  } else {
    await pulumi("stack", "init", "test", "--secrets-provider", secretsProvider);
  }
  const remove = () => {
    host?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, env, write, pulumi, withLanguageHost, programArguments, remove };
}

/** A project with a stream in its stack. */
export async function jsProjectWithStream(environment: Record<string, string>): Promise<Project> {
  const project = await jsProject(
    environment,
    `const { EventStream } = require("pulumi-auth0-native");
     new EventStream("crm", { destination: { type: "action", configuration: { actionId: "a" } } });`,
    { inline: true },
  );
  const { code, text } = await project.pulumi("up", "--yes", "--skip-preview");
  if (code !== 0) throw new Error(text);
  return project;
}
