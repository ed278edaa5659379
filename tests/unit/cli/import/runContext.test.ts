import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";
import { type RunContext, runForStack } from "../../../../cli/import/importIntoState";
import { until } from "../../../support/clock/until";
import { withStandInPulumi } from "../../../support/pipelines/standInPulumi";

const pulumi = withStandInPulumi();
afterEach(() => void jest.restoreAllMocks());

/** Runs a command of the stand-in; `printed` has what it says on standard error. */
async function start(shell: string) {
  pulumi.replacePulumi(shell);
  const printed: string[] = [];
  jest.spyOn(console, "error").mockImplementation((line) => void printed.push(String(line)));
  const stop = new AbortController();
  const stack = { name: "prod uction", folder: pulumi.folder };
  const target = { stack } as RunContext["target"];
  const settings = { target, variables: [], continueNote: "how to go on" };
  const context = { ...settings, onOutput: () => {}, signal: stop.signal };
  return { printed, stop, done: runForStack(["import"], context as unknown as RunContext) };
}

test("a stop while Pulumi runs names the commands that unlock the stack and complete the import", async () => {
  const started = join(pulumi.folder, "started");
  const { printed, stop, done } = await start(`touch ${started}; exec sleep 60`);
  await until(() => existsSync(started));
  stop.abort(new Error("stopped by SIGTERM"));
  await expect(done).rejects.toThrow("stopped by SIGTERM");
  expect(printed).toEqual([
    "stopped by SIGTERM: waiting for Pulumi to end; if the stack stays locked, `pulumi cancel --stack 'prod uction'` unlocks it",
    "how to go on",
  ]);
});

test("a stop after Pulumi has ended says nothing of a lock", async () => {
  const { printed, stop, done } = await start("exit 0");
  await done;
  stop.abort(new Error("stopped by SIGTERM"));
  expect(printed).toEqual([]);
});
