import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { announceStop, unlessAborted } from "../../../../cli/shared/stop";
import { stopSignals } from "../../../support/pipelines/standInPulumi";

const never = new Promise<never>(() => {});

describe.each([true, false])("with a signal that came before: %s", (cameBefore) => {
  /** Signals of which the first is sent now, or by the second function. */
  function signals() {
    const stop = stopSignals();
    if (cameBefore) stop.send();
    return { ...stop, sendLater: () => cameBefore || stop.send() };
  }

  test("work that does not end throws the signal's reason", async () => {
    const { requested, sendLater } = signals();
    const result = unlessAborted(requested, never);
    sendLater();
    const turn = setImmediate("still waiting");
    await expect(Promise.race([result, turn])).rejects.toThrow("stopped by SIGTERM");
  });

  test("what the command still does is announced once", () => {
    const { requested, sendLater } = signals();
    const notes: string[] = [];
    announceStop(requested, "reporting", (line) => notes.push(line));
    sendLater();
    expect(notes).toEqual(["stopped by SIGTERM: reporting; a second signal ends at once"]);
  });
});

test("work that ends before a signal has its result", async () => {
  expect(await unlessAborted(stopSignals().requested, Promise.resolve("done"))).toBe("done");
});
