import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { options } from "../../../../../emulator/src/cli/trigger/command";
import { runInProcess } from "../../support/command";
import { startQuick, webhookStream } from "../../support/deliveries";
import { startReceiver } from "../../support/receiver";
import { basic, createdStream, eventbridge, start } from "../../support/tenant";

test("an event is raised, and a line is printed for each delivery that began", async () => {
  const receiver = await startReceiver();
  const tenant = await startQuick();
  const crm = await webhookStream(tenant, receiver.endpoint, basic, { name: "crm" });
  const bus = await createdStream(tenant, { name: "\u202ebus", destination: eventbridge });
  const { output, exitCode } = await runInProcess(
    ...["trigger", "user.created", "--url", tenant.url],
    ...["--data", '{"object":{"user_id":"auth0|canary"}}', "--count", "2"],
  );
  expect([exitCode, output.err]).toEqual([0, ""]);
  await tenant.deliveriesDone();
  const ids = receiver.received.map(({ event }) => event.id);
  expect(ids).toHaveLength(2);
  expect(receiver.received[0]?.event.data).toEqual({ object: { user_id: "auth0|canary" } });
  const sentIds = tenant.sent.map(({ event }) => event.id);
  expect(output.out.trimEnd().split("\n").sort()).toEqual(
    [
      ...ids.map((id) => `${id}  ${crm}  crm`),
      ...sentIds.map((id) => `${id}  ${bus}  \\u{202e}bus`),
    ].sort(),
  );
});

test("the data may come from a file, and without it there is sample data", async () => {
  const folder = mkdtempSync(join(tmpdir(), "trigger-"));
  const file = join(folder, "event.json");
  writeFileSync(file, '{"object":{"user_id":"auth0|file"}}');
  const tenant = await startQuick();
  await createdStream(tenant, { destination: eventbridge });
  await runInProcess("trigger", "user.created", "--url", tenant.url, "--data", `@${file}`);
  await runInProcess("trigger", "user.created", "--url", tenant.url);
  rmSync(folder, { recursive: true });
  await tenant.deliveriesDone();
  expect(tenant.sent.map(({ event }) => event.data)).toEqual([
    { object: { user_id: "auth0|file" } },
    { object: expect.any(Object) },
  ]);
});

test("without a stream that gets the event, it says so and lists the streams", async () => {
  const tenant = await start();
  const command = ["trigger", "user.deleted", "--url", tenant.url];
  const summary = "No event stream is enabled and subscribed to user.deleted, so nothing was sent.";
  expect(await runInProcess(...command)).toEqual({
    exitCode: 1,
    output: { out: "", err: `${summary}\nThe tenant has no event streams.\n` },
  });
  const subscriptions = [{ event_type: "user.deleted" }];
  const other = await createdStream(tenant);
  const disabled = await createdStream(tenant, { name: "old", subscriptions, status: "disabled" });
  expect(await runInProcess(...command)).toEqual({
    exitCode: 1,
    output: {
      out: "",
      err: [
        summary,
        "The tenant's event streams:",
        `  ${other}  crm: enabled, not subscribed`,
        `  ${disabled}  old: disabled\n`,
      ].join("\n"),
    },
  });
});

test("a stream that is disabled while events are raised is named, with how many were sent", async () => {
  const receiver = await startReceiver(() => 503);
  const delivery = { retryDelaysMs: [], disableAfterConsecutive: 1 };
  const tenant = await startQuick({ delivery });
  const crm = await webhookStream(tenant, receiver.endpoint, basic, { name: "crm" });
  const { output, exitCode } = await runInProcess(
    ...["trigger", "user.created", "--count", "10000", "--url", tenant.url],
  );
  const sent = output.out.trimEnd().split("\n").length;
  expect(exitCode).toBe(1);
  expect(output.err.trimEnd().split("\n")).toEqual([
    `${sent} of 10000 events were sent. Now no event stream is enabled and subscribed to user.created.`,
    "The tenant's event streams:",
    `  ${crm}  crm: disabled`,
  ]);
});

test("the streams of the control route have no secrets", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const text = await (await fetch(`${tenant.url}/_emulator/streams`)).text();
  expect(JSON.parse(text)).toMatchObject([{ id, name: "crm", status: "enabled" }]);
  expect(text).not.toContain(basic.password);
});

test.each<[string[], RegExp]>([
  [[], /^trigger needs an event type\. The types are group\.created, .*, connection\.updated$/],
  [["user.create"], /^There is no event type 'user\.create'\. The types are .*, user\.created, /],
  [["user.created", "user.deleted"], /^Unexpected argument 'user\.deleted'$/],
  [["user.created", "--data", "{canary"], /^--data must be a JSON object, or @ and the name of /],
  [["user.created", "--data", "[1]"], /^--data must be a JSON object/],
  [["user.created", "--data", "@no.json"], /^--data cannot be read: ENOENT/],
  [["user.created", "--count", "0"], /^--count must be a number from 1 to 100000, not "0"$/],
  [["user.created", "--url", "127.0.0.1:4010"], /^--url must be an http or https URL, not "/],
])("the arguments %j are one line and exit code 2", async (flags, message) => {
  const { output, exitCode } = await runInProcess("trigger", ...flags);
  expect([exitCode, output.out]).toEqual([2, ""]);
  const [line = "", ...others] = output.err.split("\n");
  expect(others).toEqual([""]);
  expect(line.replace("auth0-tenant-emulator: ", "")).toMatch(message);
});

test("a URL at which no tenant responds is one line and exit code 1", async () => {
  const { url, ...tenant } = await start();
  await tenant.close();
  const closed = await runInProcess("trigger", "user.created", "--url", url);
  expect(closed).toEqual({
    exitCode: 1,
    output: {
      out: "",
      err: `auth0-tenant-emulator: no tenant responds at ${url} (ECONNREFUSED). Start a tenant with \`auth0-tenant-emulator\`, or name its URL with --url.\n`,
    },
  });
  const receiver = (await runInProcess("listen", "--port", "0")).output.out;
  const [, endpoint = ""] = /# listening on (\S+),/.exec(receiver) ?? [];
  const other = await runInProcess("trigger", "user.created", "--url", endpoint);
  expect(other.exitCode).toBe(1);
  expect(other.output.err).toContain("/_emulator/streams returned 405. Is it an auth0-tenant-emul");
});

test("trigger --help describes every option and every event type, and ends", async () => {
  const { output, exitCode } = await runInProcess("trigger", "--help");
  expect(exitCode).toBe(0);
  for (const flag of Object.keys(options)) expect(output.out).toContain(`--${flag}`);
  expect(output.out).toContain("\n  organization.member.role.assigned\n");
});
