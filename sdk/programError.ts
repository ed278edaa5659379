import { RunError } from "@pulumi/pulumi/errors";

/** An error of the program that Pulumi shows as one line. */
export function programError(message: string): RunError {
  const error = new RunError(message);
  // Pulumi shows the stack, not the message, of an error that comes out of a Promise.
  error.stack = message;
  return error;
}
