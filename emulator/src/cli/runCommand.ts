import { InvalidInput } from "../invalidInput";
import type { Command, CommandState } from "./commandLine";
import { listen } from "./listen";
import { serve } from "./serve";
import { trigger } from "./trigger";

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
    const { code } = error as NodeJS.ErrnoException;
    const isWrong = error instanceof InvalidInput || code?.startsWith("ERR_PARSE_ARGS");
    return { exitCode: isWrong ? 2 : 1 };
  }
}

function namedCommand(name: string): Command {
  const command = commands.get(name);
  if (command !== undefined) return command;
  const names = [...commands.keys()].join(" or ");
  throw new InvalidInput(
    `There is no command "${name}". Use ${names}, or no command to start a tenant.`,
  );
}

function messageOf(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code !== "EADDRINUSE") return error.message;
  return `Port ${error.port} is in use. Choose another port with --port.`;
}
