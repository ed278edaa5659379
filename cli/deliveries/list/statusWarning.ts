import { didYouMean } from "../../../provider/schema/suggestion";
import { displayName } from "../../shared/text";

/** Those that the service is known to have. It may get others, so that none is refused. */
const knownStatuses = ["failed", "retrying", "pending"];

/** Warnings about statuses that may be misspelled: no delivery has them, which looks healthy. */
export const statusWarnings = (statuses: string[] = []): string[] =>
  statuses
    .filter((status) => !knownStatuses.includes(status))
    .map((status) => {
      const suggestion = didYouMean(status, knownStatuses);
      return `warning: --status ${displayName(status)} is none of ${knownStatuses.join(", ")}${suggestion}`;
    });
