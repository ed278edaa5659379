/** The command has ended, or it serves until `stop` is called. */
export type CommandState = { exitCode: number } | { stop(): Promise<void> };

/** What a command uses of its process. */
export interface CommandIo {
  /** Prints a line to the standard output. */
  print(line: string): void;
  /** Prints a line to the standard error. */
  warn(line: string): void;
  env: NodeJS.ProcessEnv;
}

/** Runs with the arguments that follow the name of the command. Throws InvalidInput for wrong ones. */
export type Command = (args: string[], io: CommandIo) => Promise<CommandState>;

export const done: CommandState = { exitCode: 0 };
