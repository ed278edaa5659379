import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { announceStop, unlessAborted } from "../../../../cli/shared/stop";
import { stopSignals } from "../../../support/pipelines/standInPulumi";

test.each(["before", "after"])(
  "a signal %s the start ends work, and is announced once",
  async (when) => {
    const { requested, send } = stopSignals();
    const notes: string[] = [];
    if (when === "before") send();
    const result = unlessAborted(requested, new Promise<never>(() => {}));
    announceStop(requested, "reporting", (line) => notes.push(line));
    if (when === "after") send();
    const turn = setImmediate("still waiting");
    await expect(Promise.race([result, turn])).rejects.toThrow("stopped by SIGTERM");
    expect(notes).toEqual([
      "stopped by SIGTERM: reporting. Send the signal again to end right away",
    ]);
  },
);
