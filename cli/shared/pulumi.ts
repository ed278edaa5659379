import type { ConfigMap, StackSummary } from "@pulumi/pulumi/automation";
import type { Props } from "../../provider/shared/json";
import { type RunOptions, runPulumi, runPulumiJson } from "./runPulumi";
import { type StackState, stateOf } from "./state";
import { someNames } from "./text";

export interface Target {
  folder: string;
  /** The stack, as `pulumi --stack` takes it. */
  name: string;
}

/** Parses `stack` or `folder:stack`. Names of stacks have no colon. Throws if one of the two is empty. */
export function parseTarget(argument: string, cwd: string): Target {
  if (/^$|^:|:$/.test(argument)) {
    throw new Error("The name of the stack or its folder is empty.");
  }
  const colon = argument.lastIndexOf(":");
  return colon < 0
    ? { folder: cwd, name: argument }
    : { folder: argument.slice(0, colon), name: argument.slice(colon + 1) };
}

/** Older versions end with the same exit code for drift and for a failure. */
export const minimumVersion = "3.227.0";

/** The oldest version that reads the properties in an import file. Older ones ignore them. */
export const filledImports = "3.254.0";

/**
 * Returns the version of the Pulumi CLI on PATH. Throws if it's too old. This takes a fifth of a second, so
 * most commands check the version only after the CLI has failed.
 */
export async function checkPulumi(signal?: AbortSignal): Promise<string> {
  const env = { PULUMI_SKIP_UPDATE_CHECK: "true" };
  const printed = await runPulumi(["version"], ".", { env, signal });
  const version = /^v?(\d+\.\d+\.\d+)/.exec(printed)?.[1];
  if (version === undefined) {
    throw new Error(
      "The command `pulumi` on PATH isn't the Pulumi CLI, because `pulumi version` printed no version.",
    );
  }
  assertVersion(version, minimumVersion);
  return version;
}

/** The reason why a command of the CLI failed, which is its version if it's too old. */
export const explainFailure = (failure: Error, signal: AbortSignal): Promise<Error> =>
  checkPulumi(signal).then(
    () => failure,
    (reason) => reason,
  );

export const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, "en", { numeric: true }) < 0;

export function assertVersion(version: string, minimum: string): void {
  if (isOlder(version, minimum)) {
    throw new Error(`Pulumi CLI ${version} is too old. Install ${minimum} or newer.`);
  }
}

/** The stack with a name, or the selected one, and the names of all stacks of the program. */
export async function findStack(
  folder: string,
  project: string,
  name: string | undefined,
): Promise<{ target: Target; stacks: string[] }> {
  const listed = await listStacks(folder);
  const stacks = listed.map((stack) => stack.name);
  const found =
    name === undefined
      ? listed.find(({ current }) => current)?.name
      : (stacks.find((stack) => stack === name) ??
        stacks.find((stack) => isSameStack(stack, name, project)));
  if (found !== undefined) {
    // The user's name stays, so that Pulumi rejects an organization that has no such stack.
    const target = { folder, name: name ?? found };
    return { target, stacks: stacks.map((stack) => (stack === found ? target.name : stack)) };
  }

  const existing = stackNames(stacks);
  throw new Error(
    name === undefined
      ? `No stack is selected. Pass one with --stack. ${existing}.`
      : `There is no stack "${name}". ${existing}. To create a stack, run \`pulumi stack init\`.`,
  );
}

/** A sentence for a message about a stack that doesn't exist. */
const stackNames = (stacks: string[]): string =>
  stacks.length === 0
    ? "This project has no stacks"
    : `The stacks of this project are ${someNames(stacks)}`;

/** Backends and users may leave out the organization and the project. */
function isSameStack(listed: string, name: string, project: string): boolean {
  const one = stackParts(listed);
  const other = stackParts(name);
  const isSameOrganization =
    one.organization === undefined ||
    other.organization === undefined ||
    one.organization === other.organization;
  return (
    one.stack === other.stack &&
    (one.project ?? project) === (other.project ?? project) &&
    isSameOrganization
  );
}

/** `stack`, `organization/stack` or `organization/project/stack`. */
function stackParts(name: string) {
  const [stack, ...outer] = name.split("/").reverse();
  const [organization, project] = outer.reverse();
  return { stack, organization, project };
}

/** A stack's state with its secrets in plain text, as `pulumi stack export` prints it. */
export const exportWithSecrets = ({ folder, name }: Target) =>
  runPulumi(["stack", "export", "--show-secrets", "--stack", name], folder);

/** A stack's state. Its secrets are encrypted, unless the caller wants them in plain text. */
export async function readState(
  { folder, name }: Target,
  { showSecrets = false, ...options }: RunOptions & { showSecrets?: boolean } = {},
): Promise<StackState> {
  const args = ["stack", "export", "--stack", name, ...(showSecrets ? ["--show-secrets"] : [])];
  const exported = await runPulumiJson<Props>(args, folder, options);
  return stateOf(exported.deployment);
}

/** A stack's configuration with its secrets in plain text, by key. */
export async function readConfiguration({ folder, name }: Target): Promise<ConfigMap> {
  const args = ["config", "--show-secrets", "--json", "--stack", name];
  return runPulumiJson(args, folder);
}

/** All stacks of the program in a folder, sorted by name in every backend, or the selected one. */
export async function listTargets(
  folder: string,
  all: boolean,
  signal?: AbortSignal,
): Promise<Target[]> {
  const stacks = (await listStacks(folder, signal)).filter(({ current }) => all || current);
  const names = stacks.map(({ name }) => name).sort();
  if (names.length > 0) return names.map((name) => ({ folder, name }));
  throw new Error(
    all
      ? `The project in ${folder} has no stacks.`
      : "No stack is selected. Pass the names of stacks, or --all.",
  );
}

/** The names of all stacks of other projects in the same backend, as `pulumi --stack` takes them. */
export async function listOtherStacks(folder: string, project: string): Promise<string[]> {
  const listed = await runPulumiJson<StackSummary[]>(["stack", "ls", "--all", "--json"], folder);
  const names = listed.map(({ name }) => name);
  return names.filter((name) => (stackParts(name).project ?? project) !== project);
}

/** The stacks of the program in a folder, with organization and project where the backend has them. */
export async function listStacks(folder: string, signal?: AbortSignal): Promise<StackSummary[]> {
  return runPulumiJson(["stack", "ls", "--json"], folder, { signal });
}

/**
 * Whether a text is a short name of a stack. Titles, hidden markers, artifacts, and paths contain the name,
 * and have no escapes. Pulumi allows only these characters. A leading hyphen would be read as an option.
 */
export const isStackName = (name: string): boolean => /^(?!-)[\w.-]{1,100}$/.test(name);

export function assertStackName(name: string): void {
  if (isStackName(name)) return;
  throw new Error(
    `${JSON.stringify(name)} isn't a short stack name. Use at most 100 letters, digits, ` +
      `"-", "_", and ".", not starting with "-".`,
  );
}
