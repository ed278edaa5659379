import { afterEach, expect, jest, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { mustRun, root } from "../../../support/project";
import { exchange } from "../support/exchange";
import { start } from "../support/tenant";

afterEach(() => {
  jest.restoreAllMocks();
});

test.each<[Fault, number]>([
  [{ kind: "slow", delayMs: 13 }, 13],
  [{ kind: "slow" }, 1000],
])("the fault %j waits %d milliseconds, and the latency besides", async (fault, delay) => {
  const tenant = await start({ latencyMs: 7, faults: [fault] });
  const timers = jest.spyOn(globalThis, "setTimeout");
  await exchange(tenant, "GET /event-streams");
  const waited = timers.mock.calls.map(([, milliseconds]) => milliseconds);
  expect(waited.filter((milliseconds) => [7, delay].includes(Number(milliseconds)))).toEqual([
    delay,
    7,
  ]);
});

test("a tenant that is closed while a response waits does not keep its process alive", async () => {
  const program = `
    import emulator from "./emulator/src/index.ts";
    const tenant = await emulator.startTenant({ latencyMs: 1_000_000 });
    const pending = fetch(tenant.url).catch(() => console.log("disconnected"));
    while (tenant.requests.length === 0) await new Promise(setImmediate);
    await fetch(tenant.url + "/_emulator/faults");
    await tenant.close();
    await pending;`;
  const node = ["--import", "tsx", "--input-type=module", "-e", program];
  expect((await mustRun(process.execPath, node, root)).stdout).toBe("disconnected\n");
});
