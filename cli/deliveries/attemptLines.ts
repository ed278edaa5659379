import type { Props } from "../../provider/shared/json";
import { formatNumber } from "../shared/text";
import { formatTime } from "../shared/time";
import { alignColumns, shortText } from "./output";

/** A line for each attempt: its time, status, duration and error. */
export function attemptLines(attempts: Props[]): string[] {
  const rows = attempts.map(({ timestamp, status, duration, errorMessage }) => [
    shortText(formatTime(String(timestamp ?? ""))),
    shortText(status),
    typeof duration === "number" ? `${formatNumber(Math.round(duration))} ms` : "",
    shortText(errorMessage, 300),
  ]);
  return alignColumns(rows, [], [2]).map((row) => `  ${row}`);
}
