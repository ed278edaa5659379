import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

export interface Project {
  name: string;
  /** The language: `nodejs`, `python`, `go`, `yaml` and so on. */
  runtime: string;
  /** The program's file or folder, if Pulumi.yaml has it. */
  main: string | undefined;
  /** The names of the provider plugins for which Pulumi.yaml has a path. */
  providerPlugins: string[];
  /** The folder of the files `Pulumi.<stack>.yaml`, from that of Pulumi.yaml. */
  stackConfigDir: string;
}

/** The extensions that the Automation API knows. */
const extensions = [".yaml", ".yml", ".json"];

export async function readProject(folder: string): Promise<Project> {
  const settings = await settingsIn(folder);
  if (settings === undefined) {
    throw new Error(
      `${folder} isn't a Pulumi project, because it has no Pulumi.yaml. Pass your program's folder ` +
        "with --cwd, or run `pulumi new` to create a program.",
    );
  }
  const { name = "", runtime, main, plugins, stackConfigDir = "" } = settings;
  const language = typeof runtime === "string" ? runtime : runtime?.name;
  return {
    name,
    runtime: language ?? "",
    main,
    providerPlugins: (plugins?.providers ?? []).map((provider) => provider.name),
    stackConfigDir,
  };
}

interface Settings {
  name?: string;
  runtime?: string | { name?: string };
  main?: string;
  plugins?: { providers?: { name: string }[] };
  stackConfigDir?: string;
}

/** Pulumi's files may have merge keys (`<<`). The file's name is for messages. */
export function parseYaml(text: string, filename: string): unknown {
  try {
    return parse(text, { merge: true });
  } catch (error) {
    throw new Error(`${filename}: ${(error as Error).message.trimEnd()}`);
  }
}

async function settingsIn(folder: string): Promise<Settings | undefined> {
  for (const extension of extensions) {
    const file = join(folder, `Pulumi${extension}`);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return (parseYaml(text, file) ?? {}) as Settings;
  }
  return undefined;
}
