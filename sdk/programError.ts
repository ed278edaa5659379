import { RunError } from "@pulumi/pulumi/errors";

/** An error of the program that Pulumi shows as one line. */
export function programError(message: string): RunError {
  const error = new RunError(message);
  // Pulumi shows the stack, not the message, of an error that comes out of a Promise.
  error.stack = message;
  process.off("rejectionHandled", noWarning).on("rejectionHandled", noWarning);
  return error;
}

/**
 * Without a listener, Node warns of each promise that is awaited after its error was shown. An Output has
 * several, and so has every Output that the program makes of it.
 */
function noWarning(): void {}
