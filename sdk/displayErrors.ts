import * as pulumi from "@pulumi/pulumi";

/** What is on its way to the display. */
let reports: Promise<unknown> = Promise.resolve();

/** Says on the display that a program is wrong, and lets the program go on to its other errors. */
export function displayError(message: string): void {
  reports = Promise.all([reports, pulumi.log.error(message)]);
}

/** Fulfilled once all is said: the engine stops the program at the first resource that it refuses. */
export async function errorsDisplayed(): Promise<void> {
  let waited: unknown;
  while (waited !== reports) {
    waited = reports;
    await reports;
  }
}
