import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Tenant } from "../../../emulator/src";
import { pluginPackage } from "../../../provider/stateStrings";
import { languages } from "../../../tools/languages";
import { BUILD } from "../../../tools/pulumiBin/goModules";
import { type CommandResult, mustRun, root, run, temporaryFolder } from "../project";
import { generatedSdk, languagesEnvironment } from "./generatedSdk";
import { keyService } from "./keyService";
import { type Setting, startStack } from "./newStack";
import { writePluginFolder } from "./pluginFolder";
import { readState } from "./stateFile";

/** The languages of programs, and the file of each program. */
export const programFiles = { yaml: "Pulumi.yaml", python: "__main__.py", go: "main.go" };
export type ProgramLanguage = keyof typeof programFiles;
export const programLanguages = Object.keys(programFiles) as ProgramLanguage[];

export interface LanguageProject {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Replaces the program. */
  write(program: string): Promise<void>;
  /** Runs the CLI. */
  pulumi(...args: string[]): Promise<CommandResult>;
  /** The resources of the state, with their secrets as `pulumi stack export --show-secrets` prints them. */
  state(): ReturnType<typeof readState>["resources"];
}

/** A project with the stack `test` and without a program, for the real CLI and this repository's plugin. */
export async function languageProject(
  language: ProgramLanguage,
  tenant: Tenant,
  configuration: Record<string, Setting> = {},
): Promise<LanguageProject> {
  const folder = temporaryFolder();
  writePluginFolder(join(folder, "plugin"));
  const { python } = await languages();
  const environment: NodeJS.ProcessEnv = {
    ...(await languagesEnvironment(folder)),
    ...(await keyService()),
  };
  const options = {
    yaml: {},
    python: { virtualenv: python },
    go: { binary: join(folder, "program") },
  }[language];
  const settings = {
    name: "test",
    runtime: { name: language, options },
    plugins: { providers: [{ name: pluginPackage, path: "plugin" }] },
  };
  writeFileSync(join(folder, "Pulumi.yaml"), stringify(settings));
  if (language === "python") environment.PYTHONPATH = await generatedSdk("python");
  if (language === "go") await writeGoModule(folder);

  async function write(program: string): Promise<void> {
    const isYaml = language === "yaml";
    const text = isYaml ? stringify({ ...parse(program), ...settings }) : program;
    writeFileSync(join(folder, programFiles[language]), text);
    if (language !== "go") return;
    await mustRun("go", ["build", ...BUILD, "-o", "program", "."], folder);
  }

  startStack(folder, folder, configuration);
  const env = { ...process.env, ...environment, ...tenant.environment };
  const common = ["--non-interactive", "--color", "never"];
  return {
    folder,
    env,
    write,
    pulumi: (...args) => run("pulumi", [...args, ...common], folder, env),
    state: () => readState(join(folder, "state")).resources,
  };
}

/** go.mod expects the SDK in the folder where Pulumi generates it. */
async function writeGoModule(folder: string): Promise<void> {
  const template = join(root, "templates", "go");
  const module = readFileSync(join(template, "go.mod"), "utf8");
  writeFileSync(join(folder, "go.mod"), module.replace(/\$\{PROJECT\}/, "test"));
  cpSync(join(template, "go.sum"), join(folder, "go.sum"));
  cpSync(await generatedSdk("go"), join(folder, "sdks", pluginPackage), { recursive: true });
}
