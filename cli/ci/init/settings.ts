import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ObjectSchema } from "../../../provider/schema/packageSchema";
import { didYouMean } from "../../../provider/schema/suggestion";
import { validator } from "../../../provider/schema/validate";
import { npxCommand, packageName } from "../../../provider/shared/command";
import settingsSchema from "../../ci-settings.schema.json";
import { parseYaml } from "../../shared/project";
import { assertStackName } from "../../shared/pulumi";

export type ForgeName = "github" | "gitlab";

/** What a team changes of its pipelines, in a file beside Pulumi.yaml. The JSON schema describes each key. */
export interface Settings {
  stacks?: string[];
  waves?: string[][];
  branch?: string;
  runner?: string[];
  schedule?: string;
  node?: number;
  pulumi?: string;
  environments?: Partial<Record<EnvironmentKind, string>>;
  watch?: string[];
  setup?: string;
  secrets?: string[];
  permissions?: string[];
  unmanaged?: boolean;
  refresh?: boolean;
}

export type EnvironmentKind = "preview" | "apply" | "drift";

/** What the command adds to a file that lacks it, since it would be another value the next time. */
export type Found = Pick<Settings, "stacks" | "branch">;

export const settingsFile = "pulumi-auth0-native.ci.yaml";

/** Where the hidden job of the setup is. */
export const gitlabSetup = ".gitlab/setup.yml";

const objectionsTo = validator(settingsSchema as ObjectSchema);

/** Reads the text of the file; `path` is for messages. */
export function parseSettings(text: string, path: string): Settings {
  const settings = parseYaml(text, path) ?? {};
  const objections = objectionsTo(settings);
  if (objections.length > 0) {
    throw new Error(objections.map((objection) => `${path}: ${objection}`).join("\n"));
  }
  const { waves } = settings as Settings;
  return { ...(waves && { stacks: waves.flat() }), ...settings };
}

/** The text of the file with keys that it lacks. `modules` is the path of the packages, for editors. */
export function withFound(text: string, { stacks, branch }: Found, modules: string): string {
  const schema = `${modules}/${packageName}/cli/ci-settings.schema.json`;
  const start = `# yaml-language-server: $schema=${schema}
# The settings of the pipelines. After a change, run \`${npxCommand} ci init github\` (or gitlab) again.
`;
  const lines = [
    ...(branch === undefined ? [] : [`branch: ${JSON.stringify(branch)}`]),
    ...(stacks === undefined ? [] : ["stacks:", ...stacks.map((name) => `  - "${name}"`)]),
  ];
  return (
    (text === "" ? start : text.replace(/\n?$/, "\n")) + lines.map((line) => `${line}\n`).join("")
  );
}

/** What the JSON schema can't say; `root` is the repository's. */
export function assertFits(settings: Settings, forge: ForgeName, root: string, path: string): void {
  const { stacks = [], waves, schedule, secrets, permissions, setup } = settings;
  assertStacks(stacks);
  const fail = (key: string, why: string) => {
    throw new Error(`${path}: ${key} ${why}.`);
  };
  for (const [key, value] of Object.entries({ schedule, secrets, permissions })) {
    if (forge === "gitlab" && value !== undefined) fail(key, "works only on GitHub. Remove it");
  }
  if (setup !== undefined && setup.startsWith("./") !== (forge === "github")) {
    const form = {
      github: "an action's path, such as ./.github/actions/login",
      gitlab: "a hidden job's name, such as .login",
    };
    fail("setup", `must be ${form[forge]}`);
  }
  const setupPath = forge === "gitlab" ? gitlabSetup : (setup ?? "");
  if (setup !== undefined && !existsSync(join(root, setupPath))) {
    fail("setup", `needs ${setupPath}, which this repository doesn't contain`);
  }
  if (waves && waves.flat().sort().join() !== [...stacks].sort().join()) {
    fail("waves", "must list each stack once, or `stacks` must be left out");
  }
}

/** Throws if a stack has no settings in this folder, because its name may be misspelled. */
export function assertStackFiles(stacks: string[], folder: string, path: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const known = names.flatMap((name) => /^Pulumi\.(.+)\.(?:yaml|json)$/.exec(name)?.[1] ?? []);
  const unknown = stacks.find((stack) => !known.includes(stack));
  if (unknown === undefined) return;
  throw new Error(
    `${path}: the stack ${unknown} has no Pulumi.${unknown}.yaml${didYouMean(unknown, known) || "."} ` +
      "If the name is right, create the file, which can be empty.",
  );
}

function assertStacks(stacks: string[]): void {
  if (stacks.length === 0) {
    throw new Error(
      "There's no stack. Create one with `pulumi stack init <name>`, or pass --stacks.",
    );
  }
  for (const stack of stacks) assertStackName(stack);
  // Environments of GitHub ignore case, and file names of some systems.
  const names = stacks.map((stack) => stack.toLowerCase());
  const repeated = stacks.find((_, index) => names.indexOf(names[index] ?? "") < index);
  if (repeated !== undefined) {
    throw new Error(
      `The stack ${repeated} is listed twice. Uppercase and lowercase letters count as the same.`,
    );
  }
}
