import type { PulumiCommand, Stack } from "@pulumi/pulumi/automation";

export interface Target {
  /** The program's folder. */
  folder: string;
  /** The stack, as Pulumi takes it after `--stack`. */
  name: string;
}

/** Loaded when it is needed: it is large, and `--help` does without. */
const automation = () => import("@pulumi/pulumi/automation/index.js");

/** Older ones tell no drift from a failure. */
const minimumVersion = "3.227.0";

/** The Pulumi CLI on PATH. */
export async function pulumiCommand(): Promise<PulumiCommand> {
  const { PulumiCommand } = await automation();
  const command = await PulumiCommand.get().catch((error: Error) => {
    if (/ENOENT/.test(error.message)) throw new Error("there is no Pulumi CLI on PATH: install it");
    throw error;
  });
  const { version } = command;
  if (version && version.compare(minimumVersion) < 0) {
    throw new Error(`the Pulumi CLI is ${version}: install ${minimumVersion} or a newer one`);
  }
  return command;
}

async function workspaceIn(workDir: string, pulumiCommand: PulumiCommand) {
  const { LocalWorkspace } = await automation();
  return LocalWorkspace.create({ workDir, pulumiCommand });
}

export async function openStack(command: PulumiCommand, { folder, name }: Target): Promise<Stack> {
  const { Stack } = await automation();
  const workspace = await workspaceIn(folder, command);
  // Every command names its stack; to select it would change what the user has selected.
  workspace.selectStack = async () => {};
  return Stack.select(name, workspace);
}

/** The stacks of the program in a folder, or the one that is selected there. */
export async function listTargets(
  command: PulumiCommand,
  folder: string,
  all: boolean,
): Promise<Target[]> {
  const workspace = await workspaceIn(folder, command);
  const stacks = (await workspace.listStacks()).filter(({ current }) => all || current);
  if (stacks.length > 0) return stacks.map(({ name }) => ({ folder, name }));
  throw new Error(
    all ? `no stack in ${folder}` : "no stack is selected: name stacks, or say --all",
  );
}
