import { InvalidInput } from "../invalidInput";
import type { Command, CommandState } from "./commandLine";
import { didYouMean } from "./didYouMean";
import { listen } from "./listen/command";
import { serve } from "./serve/command";
import { trigger } from "./trigger/command";

const commands = new Map<string, Command>([
  ["trigger", trigger],
  ["listen", listen],
]);

/** Runs the command with these arguments. It prints to `output`, one line each. */
export async function runCommand(
  args: string[],
  output: Pick<Console, "log" | "error">,
): Promise<CommandState> {
  try {
    const [name = ""] = args;
    const isTenant = name === "" || name.startsWith("-");
    const command = isTenant ? serve : namedCommand(name);
    const io = { print: output.log, warn: output.error };
    return await command(isTenant ? args : args.slice(1), io);
  } catch (error) {
    output.error(`auth0-tenant-emulator: ${messageOf(error as Error)}`);
    return { exitCode: error instanceof InvalidInput ? 2 : 1 };
  }
}

function namedCommand(name: string): Command {
  const command = commands.get(name);
  if (command !== undefined) return command;
  const names = [...commands.keys()];
  throw new InvalidInput(
    `Unknown command '${name}': the commands are ${names.join(" and ")}; without a command, a tenant starts${didYouMean(name, names)}`,
  );
}

function messageOf(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code !== "EADDRINUSE") return error.message;
  return `port ${error.port} is in use, choose another with --port`;
}
