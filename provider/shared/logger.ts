/** Receives the messages that the provider prints for the user. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

/** Pulumi shows what a provider's process prints. */
export const consoleLogger: Logger = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(message),
};
