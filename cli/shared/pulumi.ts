import type { PulumiCommand, Stack } from "@pulumi/pulumi/automation";

/** A stack of a program. */
export interface Target {
  /** The program's folder. */
  folder: string;
  /** The stack, as `pulumi --stack` takes it. */
  name: string;
}

/** Loaded only when it is needed, since it is large: `--help` needs none of it. */
const automation = () => import("@pulumi/pulumi/automation/index.js");

/** Older versions end with the same exit code for drift and for a failure. */
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

export async function openStack(command: PulumiCommand, { folder, name }: Target): Promise<Stack> {
  const { Stack } = await automation();
  const workspace = await workspaceIn(folder, command);
  // Stack.select would change which stack the user has selected; every command names its stack.
  workspace.selectStack = async () => {};
  return Stack.select(name, workspace);
}

/** All stacks of the program in a folder, or the selected one. */
export async function listTargets(
  command: PulumiCommand,
  folder: string,
  all: boolean,
): Promise<Target[]> {
  const workspace = await workspaceIn(folder, command);
  const stacks = (await workspace.listStacks()).filter(({ current }) => all || current);
  if (stacks.length > 0) return stacks.map(({ name }) => ({ folder, name }));
  throw new Error(
    all ? `no stack in ${folder}` : "no stack is selected: name stacks, or pass --all",
  );
}

async function workspaceIn(workDir: string, pulumiCommand: PulumiCommand) {
  const { LocalWorkspace } = await automation();
  return LocalWorkspace.create({ workDir, pulumiCommand });
}
