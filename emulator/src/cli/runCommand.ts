import { InvalidInput } from "../invalidInput";
import type { CommandState } from "./commandLine";
import { listen } from "./listen";
import { serve } from "./serve";

/** Runs the command with these arguments. It prints to `output`, one line each. */
export async function runCommand(
  args: string[],
  output: Pick<Console, "log" | "error">,
): Promise<CommandState> {
  try {
    const [name = ""] = args;
    if (name === "listen") return await listen(args.slice(1), output.log);
    if (name === "" || name.startsWith("-")) return await serve(args, output.log);
    throw new InvalidInput(
      `There is no command "${name}". Use listen, or no command to start a tenant.`,
    );
  } catch (error) {
    output.error(`auth0-tenant-emulator: ${messageOf(error as Error)}`);
    const { code } = error as NodeJS.ErrnoException;
    const isWrong = error instanceof InvalidInput || code?.startsWith("ERR_PARSE_ARGS");
    return { exitCode: isWrong ? 2 : 1 };
  }
}

function messageOf(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code !== "EADDRINUSE") return error.message;
  return `Port ${error.port} is in use. Choose another port with --port.`;
}
