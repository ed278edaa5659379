/** Receives the messages that the provider prints for the user. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  /** Gets a line for each request, if set. */
  debug?: ((message: string) => void) | undefined;
}

/** Pulumi shows what a process prints. The SDK sets `debug` in a program. */
export const consoleLogger: Logger = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(message),
};
