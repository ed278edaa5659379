import { shellWord } from "../../provider/shared/shellWord";
import { runPulumi } from "../shared/runPulumi";
import type { Language } from "./languages";
import type { ImportTarget } from "./openTarget";
import type { PluginVariable } from "./pluginVariables";

/** What the engine needs for an import, where its output goes, and how a user stops it. */
export interface RunContext {
  target: ImportTarget;
  language: Language;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  variables: PluginVariable[];
  /** Printed after a stop, unless the whole command is to be run again. */
  continueNote: string | undefined;
  onOutput: (text: string) => void;
  signal: AbortSignal;
}

/** Runs a command of the Pulumi CLI that locks the stack. */
export async function runForStack(
  args: string[],
  { target, variables, continueNote, onOutput, signal }: RunContext,
): Promise<void> {
  const { name, folder } = target.stack;
  // At once, since a second signal ends this process.
  const onStop = () => {
    console.error(stopNote(signal.reason, name));
    if (continueNote !== undefined) console.error(continueNote);
  };
  signal.addEventListener("abort", onStop, { once: true });
  try {
    await runPulumi(target.pulumi, [...args, "--stack", name], folder, {
      env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      onOutput: (part) => onOutput(part.toString("utf8")),
      signal,
    });
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}

const stopNote = ({ message }: Error, stack: string): string =>
  `${message}: waiting for Pulumi to end; if the stack stays locked, \`pulumi cancel --stack ${shellWord(stack)}\` unlocks it`;
