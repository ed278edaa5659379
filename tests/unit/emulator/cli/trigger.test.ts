import { expect, test } from "@jest/globals";
import { options } from "../../../../emulator/src/cli/trigger";
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

test.each<[string[], RegExp]>([
  [[], /^trigger needs one of the event types connection\.created, .*, user\.updated, not ''$/],
  [["user.created", "user.deleted"], /^Unexpected argument 'user\.deleted'$/],
  [["user.created", "--count", "0"], /^--count must be a number from 1 to 100000, not "0"$/],
  [["user.created", "--url", "127.0.0.1:4010"], /^--url must be an http or https URL, not "/],
])("the arguments %j of trigger are one line and exit code 2", async (flags, message) => {
  const { output, exitCode } = await runInProcess("trigger", ...flags);
  expect([exitCode, output.out]).toEqual([2, ""]);
  const [line = "", ...others] = output.err.split("\n");
  expect(others).toEqual([""]);
  expect(line.replace("auth0-tenant-emulator: ", "")).toMatch(message);
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

test("trigger --help describes every option and every event type, and ends", async () => {
  const { output, exitCode } = await runInProcess("trigger", "--help");
  expect(exitCode).toBe(0);
  for (const flag of Object.keys(options)) expect(output.out).toContain(`--${flag}`);
  expect(output.out).toContain("\n  organization.member.role.assigned\n");
});
