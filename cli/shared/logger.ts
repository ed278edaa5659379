import type { Logger } from "../../provider/shared/logger";

/** For requests that a command sends itself: standard output may be a report. */
export const stderrLogger: Logger = {
  info: (message) => console.error(message),
  warn: (message) => console.error(message),
};
