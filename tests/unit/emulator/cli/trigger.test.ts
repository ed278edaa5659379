import { expect, test } from "@jest/globals";
import { runInProcess } from "../support/command";
import { startQuick, webhookStream } from "../support/deliveries";
import { startReceiver } from "../support/receiver";
import { basic, start } from "../support/tenant";

test("trigger raises events, and prints a line for each delivery that began", async () => {
  const receiver = await startReceiver();
  const tenant = await startQuick();
  const id = await webhookStream(tenant, receiver.endpoint, basic, { name: "crm" });
  const url = ["--url", tenant.url];
  const { output, exitCode } = await runInProcess(
    ...["trigger", "user.created", ...url, "--count", "2"],
  );
  await tenant.deliveriesDone();
  const events = receiver.received.map(({ event }) => event);
  const lines = events.map((event) => `${event.id}  ${id}\n`);
  expect(events).toMatchObject(Array(2).fill({ data: { object: expect.any(Object) } }));
  expect([exitCode, output]).toEqual([0, { out: lines.join(""), err: "" }]);
});

test("trigger ends with exit code 1 as soon as no stream gets the event", async () => {
  const receiver = await startReceiver(() => 503);
  const delivery = { retryDelaysMs: [], disableAfterConsecutive: 1 };
  const tenant = await startQuick({ delivery });
  await webhookStream(tenant, receiver.endpoint);
  const { output, exitCode } = await runInProcess(
    ...["trigger", "user.created", "--count", "10000", "--url", tenant.url],
  );
  const sent = output.out.trimEnd().split("\n").length;
  expect(exitCode).toBe(1);
  expect(output.err).toBe(
    `${sent} of 10000 events were sent. No event stream is enabled and subscribed to user.created.\n`,
  );
});

test("trigger with a URL at which no tenant responds is one line and exit code 1", async () => {
  const { url, ...tenant } = await start();
  await tenant.close();
  const closed = await runInProcess("trigger", "user.created", "--url", url);
  expect([closed.exitCode, closed.output.out]).toEqual([1, ""]);
  expect(closed.output.err).toMatch(
    /^auth0-tenant-emulator: no tenant responds at .* \(ECONNREFUSED\)\. Start one .*\n$/,
  );
  const receiver = (await runInProcess("listen", "--port", "0")).output.out;
  const [, endpoint = ""] = /# listening on (\S+),/.exec(receiver) ?? [];
  const other = await runInProcess("trigger", "user.created", "--url", endpoint);
  expect(other.exitCode).toBe(1);
  expect(other.output.err).toContain(
    "/_emulator/events returned 400: no JSON with deliveries. Is it",
  );
});
