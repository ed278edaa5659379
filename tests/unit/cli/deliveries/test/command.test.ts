import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { testCommand } from "../../../../../cli/deliveries/test/command";
import type { CannedResponse } from "../../../../../emulator/src";
import {
  inEnvironment,
  recordedContext,
  streamId,
  withEnvironmentTenant,
} from "../../../../support/deliveries/commandContext";

const environment = withEnvironmentTenant();
const deliveryId = "evt_0000000000000000000001";
const canary = "canary-personal-data";

const delivery = (status: string, attempts = 0) => ({
  id: deliveryId,
  event_stream_id: streamId,
  status,
  event_type: "user.created",
  attempts: Array.from({ length: attempts }, (_, n) => ({
    status: "failed",
    timestamp: `2026-03-01T10:00:0${n}Z`,
    error_message: "503 Service Unavailable",
    duration: 27.04,
  })),
  event: { id: deliveryId, data: { object: { email: canary } } },
});
const notFound = (message: string): CannedResponse => ({
  status: 404,
  body: { statusCode: 404, error: "Not Found", message },
});
const gone = notFound("The requested delivery does not exist.");

/** The service accepts the event, and answers so to each look at its delivery. */
function answering(
  looks: CannedResponse[],
  sent: CannedResponse = { status: 202, body: delivery("pending") },
) {
  environment.tenant.respond = ({ kind, method, path }) => {
    if (kind !== "api") return undefined;
    if (method === "POST") return sent;
    if (!path.endsWith(deliveryId)) return undefined;
    return looks.length > 1 ? looks.shift() : looks[0];
  };
}

const context = (onSleep?: (count: number) => void) =>
  Object.assign(recordedContext(), onSleep && { onSleep });

interface Run {
  timeout?: number;
  type?: string;
  data?: string;
  recorded?: ReturnType<typeof context>;
}

async function run({ timeout = 60, type = "user.created", data, recorded = context() }: Run = {}) {
  const options = { ...inEnvironment, timeout, ...(data !== undefined && { data }) };
  const code = await testCommand("crm", type, options, environment.stop, recorded);
  const text = recorded.out() + recorded.notes();
  expect(text).not.toContain(canary);
  return { code, out: recorded.out(), notes: recorded.notes(), slept: recorded.slept };
}
const posted = () =>
  environment.tenant.requests.filter(({ path }) => path.endsWith("/test")).map(({ body }) => body);
const looked = () =>
  environment.tenant.apiRequests().filter((request) => request.endsWith(deliveryId)).length;
const later =
  "To see it later, if it was not delivered: npx pulumi-auth0-native deliveries list crm --type user.created";

test("a delivery that fails is printed with its attempts, with exit code 2", async () => {
  answering([
    { body: delivery("pending") },
    { body: delivery("retrying", 1) },
    { body: delivery("failed", 2) },
  ]);
  const { code, out, notes, slept } = await run();
  expect(code).toBe(2);
  expect(out).toBe(
    `${deliveryId} failed after 2 attempts:
  2026-03-01 10:00:00 UTC  failed  27 ms  503 Service Unavailable
  2026-03-01 10:00:01 UTC  failed  27 ms  503 Service Unavailable
`,
  );
  expect(notes).toBe(`Sent the test event ${deliveryId} of user.created to crm.`);
  expect(slept).toEqual([1000, 2000, 4000]);
  expect(posted()).toEqual([{ event_type: "user.created" }]);
});

describe("--data", () => {
  const user = { object: { email: canary, tags: ["a"], camelCase: null } };
  const json = JSON.stringify(user);

  test.each([
    ["as JSON", () => json],
    [
      "in a file",
      () => {
        const file = join(mkdtempSync(join(tmpdir(), "data-")), "user.json");
        writeFileSync(file, `${json}\n`);
        return `@${file}`;
      },
    ],
  ])("%s is sent as it is, and never printed", async (_how, data) => {
    answering([gone]);
    expect((await run({ data: data(), timeout: 0 })).code).toBe(0);
    expect(posted()).toEqual([{ event_type: "user.created", data: user }]);
  });

  test("is in no error, even if the service repeats it", async () => {
    answering([], { status: 400, body: { message: `'${canary}' is no email` } });
    const data = JSON.stringify({ email: canary });
    const message = await run({ data }).catch((error: Error) => error.message);
    expect(message).toContain(
      "400: '[secret]' is no email; it may refuse the data, and the service ",
    );
  });

  test.each([
    [`["${canary}"]`, "it is JSON, but not an object"],
    [`{"email":"${canary}"`, "it is not valid JSON"],
    ["", "it is not valid JSON"],
    ["@no-such-file.json", "ENOENT: no such file or directory, open 'no-such-file.json'"],
  ])("%j is refused before any request", async (data, reason) => {
    await expect(run({ data })).rejects.toThrow(
      `--data must be a JSON object, or @ and the name of a file that contains one: ${reason}`,
    );
    expect(environment.tenant.requests).toEqual([]);
  });
});

test("a delivery that was seen and is gone was delivered, with exit code 0", async () => {
  answering([{ body: delivery("retrying", 1) }, gone]);
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toBe(
    `${deliveryId} was delivered: the service, which lists only what is not delivered, no longer has it.\n`,
  );
  expect(looked()).toBe(2);
});

test("a delivery that is never seen counts as delivered only after some seconds", async () => {
  answering([gone]);
  const { code, slept } = await run();
  expect(code).toBe(0);
  expect(slept).toEqual([1000, 2000, 4000]);
});

test("a delivery that the service lists late is not taken for a delivered one", async () => {
  answering([gone, gone, { body: delivery("retrying", 1) }, { body: delivery("failed", 4) }]);
  expect((await run()).code).toBe(2);
});

test("a delivery is not taken for delivered if the stream is gone with it", async () => {
  answering([{ body: delivery("pending") }, gone]);
  const recorded = context((count) => {
    if (count === 2) environment.tenant.streams.delete(streamId);
  });
  await expect(run({ recorded })).rejects.toThrow(/404 .*there is no such stream/);
  expect(recorded.notes()).toContain(later);
});

describe("what is not known at the end names the command that shows it later", () => {
  test("after --timeout, with the last status and exit code 1", async () => {
    answering([{ body: delivery("retrying", 1) }]);
    const { code, out, notes, slept } = await run({ timeout: 9 });
    expect(code).toBe(1);
    expect(out).toContain(`After 9 seconds, ${deliveryId} is retrying, with 1 attempt.\n`);
    expect(notes.split("\n").at(-1)).toBe(later);
    expect(slept).toEqual([1000, 2000, 4000, 2000]);
  });

  test("after --timeout, although the service never listed it", async () => {
    answering([gone]);
    const { code, out } = await run({ timeout: 2 });
    expect(code).toBe(1);
    expect(out).toMatch(/^After 2 seconds, the service does not list evt_\w+ yet/);
  });

  test("with --timeout 0, which does not wait", async () => {
    answering([gone]);
    const { code, notes } = await run({ timeout: 0 });
    expect([code, looked()]).toEqual([0, 0]);
    expect(notes.split("\n").at(-1)).toBe(later);
  });

  test("after a signal", async () => {
    answering([{ body: delivery("pending") }]);
    const { code, notes } = await run({ recorded: context(() => environment.stop.send()) });
    expect(code).toBe(1);
    expect(notes.split("\n").slice(1)).toEqual([
      "stopped by SIGTERM: the result is unknown.",
      later,
    ]);
  });

  test("where the response to the test event is lost", async () => {
    answering([]);
    environment.tenant.respond = undefined;
    environment.tenant.addFault({ kind: "drop", skip: 1 });
    const message = await run().catch((error: Error) => error.message);
    expect(String(message).split("the service may have").slice(1)).toEqual([
      expect.stringContaining(
        " accepted the request: see `npx pulumi-auth0-native deliveries list crm --type user.created` before you send it again [",
      ),
    ]);
  });
});

test("pauses between looks grow to five seconds", async () => {
  answering([{ body: delivery("pending") }]);
  expect((await run({ timeout: 30 })).slept).toEqual([
    1000, 2000, 4000, 5000, 5000, 5000, 5000, 3000,
  ]);
});
