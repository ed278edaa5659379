import type { StopSignals } from "../../shared/stop";
import type { StackOption } from "../streams/stackOption";

export interface TestOptions extends StackOption {
  /** In seconds. */
  timeout: number;
}

/** Returns the exit code. */
export async function testCommand(
  _stream: string,
  _eventType: string,
  _options: TestOptions,
  _stop: StopSignals,
): Promise<number> {
  throw new Error("not there yet");
}
