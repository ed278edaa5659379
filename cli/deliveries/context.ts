import { type Clock, realClock } from "../../provider/api/clock";
import { type Output, standardOutput } from "./output";

/** What a command gets from outside, so that tests wait for no time. */
export interface CommandContext {
  output: Output;
  clock: Pick<Clock, "now" | "sleep">;
}

export const realContext = (): CommandContext => ({ output: standardOutput(), clock: realClock });
