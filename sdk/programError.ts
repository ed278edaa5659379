import { RunError } from "@pulumi/pulumi";

/** An error of the program that Pulumi shows as one line. */
export function programError(message: string): RunError {
  // Where it comes late, Pulumi shows the stack in place of the message.
  return Object.assign(new RunError(message), { stack: message });
}
