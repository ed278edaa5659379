import { readFileSync } from "node:fs";
import { request } from "node:https";
import { expect, test } from "@jest/globals";
import { options } from "../../../../../emulator/src/cli/listen/command";
import { runInProcess, runInProcessWith } from "../../support/command";
import { until } from "../../support/exchange";

const event = (changes: object = {}) => ({
  specversion: "1.0",
  id: "evt_1",
  source: "urn:auth0:emulator",
  type: "user.created",
  time: "2026-01-01T00:00:00.000Z",
  data: { object: { email: "canary@example.com" } },
  ...changes,
});

async function receiver(env: NodeJS.ProcessEnv, ...flags: string[]) {
  const { output } = await runInProcessWith(env, "listen", "--port", "0", ...flags);
  const url = /# listening on (\S+),/.exec(output.out)?.[1] ?? "";
  const send = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(url, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...(signal && { signal }),
    });
  const status = async (...args: Parameters<typeof send>) => (await send(...args)).status;
  const control = (method: string, change?: object) =>
    fetch(`${url}/_listen`, { method, ...(change && { body: JSON.stringify(change) }) });
  /** The lines about requests, without their times. */
  const lines = () =>
    output.out
      .split("\n")
      .filter((line) => /^\d{4}-/.test(line))
      .map((line) => line.replace(/^\S+Z {2}/, ""));
  return { url, send, status, control, lines, output };
}

test("an event is accepted, and printed without its content", async () => {
  const { status, lines, output } = await receiver({});
  expect(await status(event())).toBe(204);
  expect(lines()).toEqual(["204  user.created  evt_1"]);
  expect(output.out).not.toContain("canary");
});

test("--show-data prints the content as well, with visible characters only", async () => {
  const { status, output } = await receiver({}, "--show-data");
  await status(event({ data: { name: "\u202ecanary\u009b" } }));
  expect(output.out).toContain('\n{"name":"\\u{202e}canary\\u{9b}"}\n');
});

test.each<[string[], NodeJS.ProcessEnv, Record<string, string>, Record<string, string>, string]>([
  [
    ["--basic", "crm:open:sesame"],
    {},
    { authorization: `Basic ${btoa("crm:open:sesame")}` },
    { authorization: `Basic ${btoa("crm:wrong")}` },
    "Authorization has another value than expected",
  ],
  [
    [],
    { LISTEN_BASIC: "crm:sesame" },
    { authorization: `basic ${btoa("crm:sesame")}` },
    { authorization: "Bearer sesame" },
    'Authorization does not start with "Basic"',
  ],
  [
    ["--bearer", "sesame"],
    { LISTEN_BEARER: "another", LISTEN_HEADER: "X-Key: another" },
    { authorization: "Bearer sesame" },
    { authorization: "Bearer another" },
    "Authorization has another value than expected",
  ],
  [
    ["--header", "X-Key: sesame"],
    {},
    { "x-key": "sesame" },
    { authorization: "Bearer sesame" },
    "X-Key is missing",
  ],
])("with %j and %j a wrong authorization is refused", async (flags, env, right, wrong, reason) => {
  const { status, send, lines, output } = await receiver(env, ...flags);
  expect(await status(event(), right)).toBe(204);
  const refusal = await send(event(), wrong);
  expect(refusal.status).toBe(401);
  expect(await refusal.json()).toEqual({ error: `the header ${reason}` });
  expect(lines()).toEqual(["204  user.created  evt_1", `401  refused: the header ${reason}`]);
  expect(output.out).not.toContain("sesame");
});

test.each<[unknown, string]>([
  ["{", "the body is not a JSON object"],
  [[event()], "the body is not a JSON object"],
  [event({ specversion: "0.3" }), 'specversion is not "1.0"'],
  [event({ id: "" }), "id is not a text, or is empty"],
  [event({ source: undefined }), "source is not a text, or is empty"],
  [event({ type: 1 }), "type is not a text, or is empty"],
  [event({ time: "yesterday" }), "time is not a date and time of RFC 3339"],
  [event({ data: undefined }), "data is missing"],
])("a body that is no CloudEvent is refused with the reason: %j", async (body, reason) => {
  const { send, lines } = await receiver({});
  const response = await send(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: reason });
  expect(lines()).toEqual([`400  refused: ${reason}`]);
});

test("--fail-first fails the first events only, and repeated ids are counted", async () => {
  const { status, lines } = await receiver({}, "--fail-first", "2", "--fail", "500");
  for (const expected of [500, 500, 204]) expect(await status(event())).toBe(expected);
  expect(await status(event({ id: "evt_\u001b[2J" }))).toBe(204);
  expect(lines()).toEqual([
    "500  user.created  evt_1",
    "500  user.created  evt_1, again (2 times)",
    "204  user.created  evt_1, again (3 times)",
    "204  user.created  evt_\\u{1b}[2J",
  ]);
});

test("a receiver that fails recovers while it runs, and fails again", async () => {
  const { status, control, lines } = await receiver({}, "--fail", "503");
  expect(await status(event())).toBe(503);
  expect(await (await control("DELETE")).json()).toEqual({
    fail: null,
    failFirst: null,
    slow: null,
  });
  expect(await status(event())).toBe(204);
  await control("PUT", { failFirst: 1 });
  expect([await status(event()), await status(event())]).toEqual([503, 204]);
  await control("PUT", { fail: 404 });
  expect(await status(event())).toBe(404);
  expect(await (await control("GET")).json()).toMatchObject({ fail: 404 });
  expect(lines()).toContain('changed to {"fail":404,"failFirst":null,"slow":null}');
});

test.each<[object, string]>([
  [[], 'the body must be a JSON object, as in {"fail": 503}'],
  [{ fail: 200 }, "fail must be null or a number from 300 to 599"],
  [{ toString: 1 }, "a setting must be one of fail, failFirst, slow"],
])("the change %j is refused and changes nothing", async (change, error) => {
  const { status, control } = await receiver({});
  const response = await control("PUT", change);
  expect([response.status, await response.json()]).toEqual([400, { error }]);
  expect(await status(event())).toBe(204);
});

test("a sender that does not wait for a slow response is reported", async () => {
  const { send, control, lines } = await receiver({}, "--slow", "60000");
  const sender = new AbortController();
  const sent = send(event(), {}, sender.signal);
  await until(() => lines().length === 1);
  sender.abort();
  await expect(sent).rejects.toThrow();
  await until(() => lines().length === 2);
  expect(lines()).toEqual([
    "204 in 60000 ms  user.created  evt_1",
    "no response  user.created  evt_1: the sender closed the connection",
  ]);
  await control("PUT", { slow: 1 });
  expect((await send(event())).status).toBe(204);
});

test("it prints the destination of a stream, without the secret", async () => {
  const { url, output } = await receiver({}, "--tls", "--bearer", "sesame");
  const destination =
    /^# destination of a stream, in the Management API: (.*)$/m.exec(output.out)?.[1] ?? "";
  expect(JSON.parse(destination)).toEqual({
    type: "webhook",
    configuration: {
      webhook_endpoint: url,
      webhook_authorization: { method: "bearer", token: "<the token>" },
    },
  });
  expect(output.out).not.toContain("sesame");
});

test("without --tls it prints that a stream needs https, and no destination", async () => {
  const { output } = await receiver({});
  expect(output.out).toContain("# a stream needs an https endpoint: start with --tls\n");
  expect(output.out).not.toContain("webhook_endpoint");
});

test("--tls serves https with a certificate in a file for --delivery-ca, for programs, too", async () => {
  const { url, output } = await receiver({}, "--tls", "--header", "X-Key: my_key");
  const path = /--delivery-ca (\S+)/.exec(output.out)?.[1] ?? "";
  const status = await new Promise((resolve, reject) => {
    const headers = { "x-key": "my_key" };
    const options = { method: "POST", headers, ca: readFileSync(path), agent: false };
    request(url, options, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end(JSON.stringify(event()));
  });
  expect(status).toBe(204);
  const destination = /^# .* in a Pulumi program: (.*)$/m.exec(output.out)?.[1] ?? "";
  expect(JSON.parse(destination)).toEqual({
    type: "webhook",
    configuration: {
      webhookEndpoint: url,
      webhookAuthorization: {
        method: "custom_header",
        headerKey: "X-Key",
        headerValue: "<the value>",
      },
    },
  });
});

test.each<[string[], NodeJS.ProcessEnv, string]>([
  [["--fail", "200"], {}, '--fail must be a number from 300 to 599, not "200"'],
  [["--slow", "-1"], {}, '--slow must be a number from 0 to 600000, not "-1"'],
  [["--fail-first", "x"], {}, '--fail-first must be a number from 1 to 1000000, not "x"'],
  [["--basic", "a:b", "--bearer", "c"], {}, "--basic and --bearer cannot be used together"],
  [
    [],
    { LISTEN_BEARER: "a", LISTEN_HEADER: "b" },
    "LISTEN_BEARER and LISTEN_HEADER cannot be used together",
  ],
  [["--basic", "secret"], {}, "--basic must have the form user:password"],
  [[], { LISTEN_HEADER: "secret" }, "LISTEN_HEADER must have the form 'Name: value'"],
  [["--bearer", "a secret"], {}, "--bearer must be a token without spaces"],
  [["here"], {}, "Unexpected argument 'here'"],
])("the arguments %j with %j are one line and exit code 2", async (flags, env, message) => {
  const { output, exitCode } = await runInProcessWith(env, "listen", ...flags);
  expect([exitCode, output.out]).toEqual([2, ""]);
  expect(output.err).toBe(`auth0-tenant-emulator: ${message}\n`);
});

test("listen --help describes every option and ends", async () => {
  const { output, exitCode } = await runInProcess("listen", "--help");
  expect(exitCode).toBe(0);
  for (const flag of Object.keys(options)) expect(output.out).toContain(`--${flag}`);
});
