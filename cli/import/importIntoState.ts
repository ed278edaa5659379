import { rm } from "node:fs/promises";
import { join } from "node:path";
import { shellWord } from "../../provider/shared/shellWord";
import { logLine } from "../shared/log";
import type { Target } from "../shared/pulumi";
import { runPulumi } from "../shared/runPulumi";
import { countOf } from "../shared/text";
import { type ImportPlan, secretsOf } from "./importPlan";
import { continueNote } from "./nextSteps";
import { importOptions, type Placement } from "./placement";
import { importFileName } from "./render/importFile";

/** The input of a run of the engine. After the signal, the engine first ends its running steps. */
export interface ImportRun {
  plan: ImportPlan;
  placement: Placement;
  signal: AbortSignal;
}

/** Imports the import file's objects into the state, protected. Deletes the file, which may have secrets. */
export async function importIntoState({ placement, signal }: ImportRun): Promise<void> {
  const { stack, out, variables } = placement;
  const { name, folder } = stack;
  // The message comes right away, because a second signal ends this process.
  const onStop = () => {
    console.error(
      `${signal.reason.message}: waiting for Pulumi to end. If the stack stays locked, unlock it with \`pulumi cancel --stack ${shellWord(name)}\``,
    );
    console.error(continueNote(placement));
  };
  signal.addEventListener("abort", onStop, { once: true });
  try {
    await runPulumi(["import", ...importOptions(placement), "--stack", name], folder, {
      env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      onLine,
      signal,
    });
  } finally {
    signal.removeEventListener("abort", onStop);
  }
  await rm(join(folder, out, importFileName));
}

export const onLine = (line: string) => console.error(logLine(line));

/**
 * Copies the secrets of another tool's state into the stack's configuration if it lacks them. Pulumi encrypts
 * them there, and the program reads them.
 */
export async function setOldSecrets(plan: ImportPlan, { name, folder }: Target): Promise<void> {
  const secrets = secretsOf(plan).filter(({ inConfiguration }) => inConfiguration === undefined);
  const old = secrets.filter(({ inOldState }) => inOldState !== undefined);
  if (old.length === 0) return;
  const count = countOf(old.length, "secret");
  console.error(`setting ${count} in the configuration of the stack ${name}`);
  // The calls run in turn, because each changes the same file. Arguments would show in the list of processes.
  for (const { configKey, inOldState } of old) {
    const args = ["config", "set", "--secret", "--raw", configKey, "--stack", name];
    await runPulumi(args, folder, { input: inOldState });
  }
}
