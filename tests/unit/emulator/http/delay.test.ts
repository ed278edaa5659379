import { afterEach, expect, jest, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { mustRun, root } from "../../../support/project";
import { exchange } from "../support/exchange";
import { start } from "../support/tenant";

afterEach(() => {
  jest.restoreAllMocks();
});

const fcmv1 = "PUT /guardian/factors/push-notification/providers/fcmv1";

test.each<[Fault, number, number]>([
  [{ kind: "slow", delayMs: 13 }, 13, 1],
  [{ kind: "slow" }, 1000, 1],
  [{ kind: "trickle", delayMs: 13 }, 13, 2],
  [{ kind: "trickle" }, 20, 2],
])(
  "the fault %j waits %d milliseconds, %d times for a response of two bytes",
  async (fault, delay, times) => {
    const tenant = await start({ latencyMs: 7, faults: [fault] });
    const timers = jest.spyOn(globalThis, "setTimeout");
    const { text } = await exchange(tenant, fcmv1, { server_credentials: null });
    expect(text).toBe("{}");
    const waited = timers.mock.calls.map(([, milliseconds]) => milliseconds);
    expect(waited.filter((milliseconds) => milliseconds === delay)).toHaveLength(times);
    expect(waited.filter((milliseconds) => milliseconds === 7)).toHaveLength(1);
  },
);

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
