import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Tenant } from "../../../emulator/src";
import { pluginPackage } from "../../../provider/stateContract";
import { languages } from "../../../tools/languages";
import { BUILD } from "../../../tools/pulumiBin/goModules";
import { type CommandResult, mustRun, root, run, temporaryFolder } from "../project";
import { languagesEnvironment, sdkGenerator } from "./generatedSdk";
import { keyService } from "./keyService";
import { selectStack, writeEmptyStack, writeStackSettings } from "./newStack";
import { writePluginFolder } from "./pluginFolder";
import { readState } from "./stateFile";

export const programLanguages = ["yaml", "python", "go"] as const;
export type ProgramLanguage = (typeof programLanguages)[number];

export interface LanguageProject {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Runs the CLI. */
  pulumi(...args: string[]): Promise<CommandResult>;
  /** The resources of the state, with their secrets as `pulumi stack export --show-secrets` prints them. */
  state(): ReturnType<typeof readState>["resources"];
}

/**
 * A copy of a program with the stack `test`, for the real CLI: the program itself, and the runtime's
 * options, are those of the folder; the plugin is this repository's.
 */
export async function languageProject(
  language: ProgramLanguage,
  program: string,
  tenant: Tenant,
  configuration: Record<string, string> = {},
): Promise<LanguageProject> {
  const folder = temporaryFolder();
  cpSync(join(root, program), folder, { recursive: true });
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
  const settings = parse(readFileSync(join(folder, "Pulumi.yaml"), "utf8"));
  Object.assign(settings, {
    name: "test",
    runtime: { name: language, options },
    plugins: { providers: [{ name: pluginPackage, path: "plugin" }] },
  });
  writeFileSync(join(folder, "Pulumi.yaml"), stringify(settings));
  if (language === "python") environment.PYTHONPATH = await sdk("python");
  if (language === "go") await buildGo(folder);

  const state = join(folder, "state");
  mkdirSync(state);
  writeEmptyStack(state);
  writeStackSettings(folder, configuration);
  selectStack(folder, join(folder, "home"), state);
  const env = { ...process.env, ...environment, ...tenant.environment };
  const common = ["--non-interactive", "--color", "never"];
  return {
    folder,
    env,
    pulumi: (...args) => run("pulumi", [...args, ...common], folder, env),
    state: () => readState(state).resources,
  };
}

let generator: ReturnType<typeof sdkGenerator> | undefined;
const sdks = new Map<string, Promise<string>>();

/** Generated once in a test file. */
async function sdk(language: "python" | "go"): Promise<string> {
  generator ??= sdkGenerator();
  const generate = await generator;
  const folder = sdks.get(language) ?? generate(language);
  sdks.set(language, folder);
  return folder;
}

/** go.mod expects the SDK where `pulumi package add` writes it. */
async function buildGo(folder: string): Promise<void> {
  for (const file of ["go.mod", "go.sum"])
    cpSync(join(root, "examples", "go", file), join(folder, file));
  cpSync(await sdk("go"), join(folder, "sdks", pluginPackage), { recursive: true });
  await mustRun("go", ["build", ...BUILD, "-o", "program", "."], folder);
}
