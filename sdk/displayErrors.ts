import * as log from "@pulumi/pulumi/log";

/** Settles when the engine has received every message sent so far. */
let delivery: Promise<unknown> = Promise.resolve();

/**
 * Shows an error of the program, which then fails. The program goes on, so that all its errors are
 * shown in one run.
 */
export function displayError(message: string): void {
  delivery = Promise.all([delivery, log.error(message)]);
}

/**
 * Waits until every error is shown, those that are added meanwhile too. The engine stops a program
 * at the first resource that it refuses, so no resource may be registered before.
 */
export async function errorsDisplayed(): Promise<void> {
  let awaited: Promise<unknown>;
  do {
    awaited = delivery;
    await awaited;
  } while (awaited !== delivery);
}

/** For tests: forgets messages whose delivery failed or never ends. */
export function resetDisplayedErrors(): void {
  delivery = Promise.resolve();
}
