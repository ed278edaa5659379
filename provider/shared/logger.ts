/** Receives the messages that the provider prints for the user. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  /** Gets a line for each request, if set. Without it, `info` gets them if the setting `debug` is on. */
  request?: ((line: string) => void) | undefined;
}

/** Pulumi shows what a process prints. */
export const consoleLogger: Logger = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(message),
};
