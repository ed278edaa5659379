import { expect, test } from "@jest/globals";
import { runInProcess } from "../support/command";

const event = { id: "evt_1", type: "user.created", data: { object: { email: "canary" } } };

async function receiver(...flags: string[]) {
  const { output } = await runInProcess("listen", "--port", "0", ...flags);
  const url = /# listening on (\S+),/.exec(output.out)?.[1] ?? "";
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const status = async (...args: Parameters<typeof send>) => (await send(...args)).status;
  /** The lines about requests, without their times. */
  const lines = () =>
    output.out
      .split("\n")
      .filter((line) => /^\d{4}-/.test(line))
      .map((line) => line.replace(/^\S+Z {2}/, ""));
  return { url, send, status, lines, output };
}

test("listen accepts an event, and prints its type and id, but not its content", async () => {
  const { status, lines, output } = await receiver();
  expect(await status(event)).toBe(204);
  expect(lines()).toEqual(["204  user.created  evt_1"]);
  expect(output.out).not.toContain("canary");
  expect(output.out).toContain(
    "# a stream needs an https endpoint: use --tls-key and --tls-cert\n",
  );
});

test("listen --bearer refuses another authorization, and prints no token", async () => {
  const { status, send, lines, output } = await receiver("--bearer", "sesame");
  expect(await status(event, { authorization: "Bearer sesame" })).toBe(204);
  const refusal = await send(event, { authorization: "Bearer another" });
  const error = "the header Authorization does not have the expected token";
  expect([refusal.status, await refusal.json()]).toEqual([401, { error }]);
  expect(await status(event)).toBe(401);
  expect(lines().slice(1)).toEqual(Array(2).fill(`401  refused: ${error}`));
  expect(output.out).not.toContain("sesame");
});

test.each([
  [null],
  [[event]],
  [{ ...event, id: 7 }],
  [{ ...event, type: undefined }],
  [{ ...event, id: "evt_\u001b[2J\u202e" }],
])("listen refuses the body %j, which is no CloudEvent", async (body) => {
  const { status, lines } = await receiver();
  expect(await status(body)).toBe(400);
  expect(lines()).toEqual(["400  refused: the body is no CloudEvent with an id and a type"]);
});

test("a receiver that fails recovers while it runs", async () => {
  const { url, status, lines } = await receiver("--fail", "503");
  expect(await status(event)).toBe(503);
  expect((await fetch(`${url}/_listen`)).status).toBe(405);
  expect((await fetch(`${url}/_listen`, { method: "DELETE" })).status).toBe(204);
  expect(await status(event)).toBe(204);
  expect(lines()).toContain("accepts events again");
});
