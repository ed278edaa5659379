import * as log from "@pulumi/pulumi/log";
import { getEngine } from "@pulumi/pulumi/runtime/settings";

/** Settles when the engine has received every message sent so far. */
let delivery: Promise<unknown> = Promise.resolve();

/**
 * Shows errors of the program, which then fails. The program goes on, so that all its errors are shown in one
 * run. Without an engine nothing would fail, so a unit test with Pulumi's mocks gets an error.
 */
export function displayErrors(messages: string[]): void {
  if (messages.length > 0 && getEngine() === undefined) throw new Error(messages.join("\n"));
  for (const message of messages) delivery = Promise.all([delivery, log.error(message)]);
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
