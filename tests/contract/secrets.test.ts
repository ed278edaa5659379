import { expect, test } from "@jest/globals";
import type { RequestRecord } from "../../emulator/src";
import type { Props } from "../../provider/json";
import { type CallError, secret } from "../support/dynamicProvider";
import { authorized, push } from "../support/inputs";
import { bag, refused, startBoth, startProcess } from "../support/process";

/** Every canary, and parts of the long one, are found by this word. */
const canary = /canary/i;
const key = "CANARY/".repeat(400);
const account = { type: "service_account", project_id: "p", private_key: `-----BEGIN\n${key}\n` };
const awkward = 'canary  "quoted" \\ & größe\n\tin two lines';

const bags: [string, Props][] = [
  [
    "a password",
    bag("EventStream", authorized({ method: "basic", username: "u", password: "canary-password" })),
  ],
  ["a token", bag("EventStream", authorized({ method: "bearer", token: "canary-token" }))],
  [
    "a header",
    bag(
      "EventStream",
      authorized({ method: "custom_header", headerKey: "X-K", headerValue: "canary-header" }),
    ),
  ],
  [
    "an awkward password",
    bag("EventStream", authorized({ method: "basic", username: "u", password: awkward })),
  ],
  ["credentials", bag("GuardianFcmv1Provider", push(JSON.stringify(account)))],
  [
    "credentials in many lines",
    bag("GuardianFcmv1Provider", push(JSON.stringify(account, null, 2))),
  ],
];

const echoes: [string, (request: RequestRecord) => unknown][] = [
  ["as JSON within the message", ({ body }) => ({ message: `No: ${JSON.stringify(body)}` })],
  ["as the bare values", ({ body }) => ({ message: leaves(body).join(" / ") })],
  [
    "as a form",
    ({ body }) => ({
      message: leaves(body)
        .map((value) => new URLSearchParams({ v: value }))
        .join("&"),
    }),
  ],
  [
    "as the error code",
    ({ body }) => ({ errorCode: leaves(body).join(), error: leaves(body).join() }),
  ],
  ["as text", ({ body }) => `refused: ${JSON.stringify(body)}`],
  ["with the headers", ({ headers }) => ({ message: JSON.stringify(headers) })],
];

function leaves(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
}

const seen = ({ message, partial }: CallError) => `${message} ${JSON.stringify(partial)}`;

test.each(echoes)(
  "no secret comes back when a refusal repeats the request %s",
  async (_form, echo) => {
    const { server, provider } = await startBoth();
    for (const [, inputs] of bags) {
      server.answer = (request) =>
        request.kind === "api" ? { status: 400, body: echo(request) } : undefined;
      const olds = { ...inputs, name: "before", tenant: server.domain };
      const calls = [
        () => provider.create(inputs),
        () => provider.update("id", olds, { ...inputs, name: "new" }),
      ];
      for (const call of calls) {
        const error = await refused(call());
        expect(error.message).toMatch(/: 400/);
        expect(seen(error)).not.toMatch(canary);
        const { authorization } = server.requests.at(-1)?.headers ?? {};
        expect(seen(error)).not.toContain(String(authorization).replace("Bearer ", ""));
      }
    }
  },
);

test("the old secret of an update stands in no error either", async () => {
  const { server, provider } = await startBoth();
  const olds = { ...(bags[0]?.[1] as Props), tenant: server.domain };
  const news = bag("EventStream", authorized({ method: "bearer", token: "another-token" }));
  server.answer = ({ kind }) =>
    kind === "api" ? { status: 400, body: { message: "not canary-password" } } : undefined;
  const error = await refused(provider.update("id", olds, news));
  expect(error.message).toContain("400: not [secret]");
});

test("no refusal of the credentials shows them", async () => {
  const { server } = await startBoth();
  const provider = await startProcess(
    {},
    {
      "auth0:domain": server.url,
      "auth0:clientId": "id",
      "auth0:clientSecret": secret("canary-client-secret"),
    },
  );
  server.answer = ({ kind, body }) =>
    kind === "token"
      ? { status: 401, body: { error: "no", error_description: JSON.stringify(body) } }
      : undefined;
  const error = await refused(provider.create(bag("GuardianFcmv1Provider", push("x"))));
  expect(error.message).toContain("401 no: ");
  expect(seen(error)).not.toMatch(canary);
  expect(await provider.stop()).not.toMatch(canary);
});

test("a whole life leaves no secret in what the process prints", async () => {
  const { server, provider } = await startBoth();
  for (const [, given] of bags) {
    const { inputs } = await provider.check({}, given);
    const { id, properties } = await provider.create(inputs);
    await provider.diff(id, properties, { ...inputs, name: "b" });
    await provider.read(id, properties);
    await provider.update(id, properties, inputs);
    await refused(provider.update("id", { ...properties, tenant: "other" }, inputs));
    await provider.delete(id, properties);
  }
  expect(server.apiRequests().length).toBeGreaterThan(bags.length);
  const output = await provider.stop();
  expect(output).not.toMatch(canary);
  expect(output).not.toContain("emulator-client-secret");
});

test("no failure of check repeats a secret", async () => {
  const { provider } = await startBoth();
  const value = "canary-in-a-wrong-place";
  for (const authorization of [
    { method: value },
    { method: "basic", password: value },
    { method: "bearer", token: [value] },
    { method: "bearer", token: "t", password: value },
    value,
  ]) {
    const { failures } = await provider.check({}, bag("EventStream", authorized(authorization)));
    expect(failures.length).toBeGreaterThan(0);
    expect(JSON.stringify(failures)).not.toMatch(canary);
  }
  expect(await provider.stop()).not.toMatch(canary);
});
