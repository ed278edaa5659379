import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { RequestRecord } from "../../emulator/src";
import type { Props } from "../../provider/shared/json";
import { forEachAdapter } from "../support/engine/adapters";
import {
  refused,
  shareBoth,
  startBoth,
  startProcess,
  startServer,
} from "../support/engine/providerProcess";
import type { CallError } from "../support/engine/resourceProvider";
import { secret } from "../support/engine/secretValues";
import { sampled } from "../support/sample";
import { echoes } from "../support/tenant/echoes";
import { authorized, hook, stream } from "../support/values/eventStream";
import { push } from "../support/values/guardianFcmv1Provider";
import { samples } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { configured } from "../support/values/rateLimitPolicy";

const line = "CANARY-key/".repeat(8).slice(0, 64);
const account = {
  type: "service_account",
  project_id: "p",
  private_key: `-----BEGIN PRIVATE KEY-----\n${`${line}\n`.repeat(25)}-----END PRIVATE KEY-----\n`,
  client_email: "push@p.iam.gserviceaccount.com",
};
const awkward = 'canary-awkward  "quoted" \\ & größe\n\tin two lines';

/** Secrets that no schema knows of, wherever addresses may carry them. */
const address =
  "https://canary-user:canary-pass@hooks.example.com/in/canary-segment-0123456789?v=1&key=canary-query#canary-fragment";

const bags: [string, string, Props][] = [
  ["an endpoint", "EventStream", hook({ webhookEndpoint: address })],
  [
    "an address to redirect to",
    "RateLimitPolicy",
    configured({ action: "redirect", limit: 1, redirectUri: address }),
  ],
  [
    "an awkward password",
    "EventStream",
    authorized({ method: "basic", username: "u", password: awkward }),
  ],
  ["credentials in many lines", "GuardianFcmv1Provider", push(JSON.stringify(account, null, 2))],
  ...samples.map(({ kind, sample, program }): [string, string, Props] => [
    `the sample ${sample}`,
    kind.name,
    program,
  ]),
];

const seen = ({ message, partial }: CallError) => `${message} ${JSON.stringify(partial)}`;

/** The access token of a request, and the parts of it that would still be of use. */
function tokenOf({ headers }: RequestRecord): string[] {
  const token = String(headers.authorization).replace("Bearer ", "");
  return [token, token.slice(0, 30), token.slice(-30)];
}

const { privateKey: pem } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const keyLines = pem.split("\n").slice(1, -2);

/** A refusal that repeats the body and the headers of its request. */
const repeating = ({ body, headers }: RequestRecord) => ({
  message: `No: ${JSON.stringify({ body, headers })}`,
});

forEachAdapter((adapter) => {
  /** For the tests that need neither other settings nor what the process prints until its end. */
  const shared = shareBoth(adapter);

  test("no error contains a secret, however a refusal repeats the request", async () => {
    const { server, provider } = shared;
    const leaks: string[] = [];
    for (const [form, echo] of sampled(Object.entries(echoes), "ways to repeat a request")) {
      server.respond = (request) =>
        request.kind === "api" ? { status: 400, body: echo(request) } : undefined;
      for (const [name, kind, inputs] of bags) {
        const calls = [
          () => provider.create(kind, inputs),
          () => provider.update(kind, "id", { tenant: server.domain }, inputs),
        ];
        for (const call of calls) {
          const error = await refused(call());
          expect(error.message).toMatch(/: 400/);
          const found = leaksIn(seen(error), tokenOf(server.requests.at(-1) as RequestRecord));
          leaks.push(...found.map((leak) => `${name}, ${form}: ${leak}`));
        }
      }
    }
    expect(leaks).toEqual([]);
  });

  test("no error contains the old secret of an update", async () => {
    const { server, provider } = shared;
    const old = authorized({ method: "basic", username: "u", password: "canary-password" });
    const olds = { ...old, tenant: server.domain };
    const news = authorized({ method: "bearer", token: "another-token" });
    server.respond = ({ kind }) =>
      kind === "api" ? { status: 400, body: { message: "not canary-password" } } : undefined;
    const error = await refused(provider.update("EventStream", "id", olds, news));
    expect(error.message).toContain("400: not [secret]");
  });

  test.each<[string, "token" | "api", Props]>([
    ["a client secret", "token", { clientSecret: secret("canary-client-secret") }],
    // Only the plugin gets a number as it is.
    ["a client secret that is a number", "token", { clientSecret: 8675309 }],
    [
      "a private key on one line",
      "token",
      { clientAssertionPrivateKey: secret(pem.replaceAll("\n", "\\n")) },
    ],
    ["a ready token", "api", { apiToken: secret("canary-api-token") }],
  ])("no refusal of %s shows it, nor what it signed", async (_name, leg, credentials) => {
    const server = await startServer();
    const settings = { domain: server.url, clientId: "id", ...credentials };
    const provider = await startProcess(adapter, {}, settings);
    // A refusal of the credentials is kept for a while; a redirect tells as much, and is not.
    for (const status of leg === "token" ? [302, 401] : [401]) {
      server.respond = (request) =>
        request.kind === leg ? { status, body: repeating(request) } : undefined;
      const error = await refused(provider.create("GuardianFcmv1Provider", push("{}")));
      expect(error.message).toContain(`: ${status}`);
      const { body } = server.requests.at(-1) ?? {};
      const { client_assertion: signed = "" } = (body ?? {}) as Record<string, string>;
      const parts = signed.match(/[\w-]{30}/g) ?? [];
      expect(leaksIn(seen(error), [...parts, ...keyLines, "8675309"])).toEqual([]);
    }
    expect(leaksIn(await provider.stop(), keyLines)).toEqual([]);
  });

  test("a whole life leaves no secret in what the process prints", async () => {
    const { server, provider } = await startBoth(adapter);
    for (const [, kind, given] of bags) {
      const { inputs } = await provider.check(kind, {}, given);
      const { id, properties } = await provider.create(kind, inputs);
      await provider.diff(kind, id, properties, { ...inputs, name: "b" });
      await provider.read(kind, id, properties);
      await provider.update(kind, id, properties, inputs);
      await refused(provider.update(kind, "id", { ...properties, tenant: "other" }, inputs));
      await provider.delete(kind, id, properties);
    }
    expect(server.apiRequests().length).toBeGreaterThan(bags.length);
    const output = await provider.stop();
    expect(leaksIn(output)).toEqual([]);
    expect(output).not.toContain("emulator-client-secret");
  });

  test.each<[string, string, Props]>([
    ["must be a string, not a number", "EventStream", stream({ name: 8675309 })],
    ["it has a property that does not exist", "EventStream", stream({ "canary-key": 1 })],
    [
      "method must be basic, bearer or",
      "EventStream",
      authorized({ method: "canary-method", password: "canary-password" }),
    ],
    [
      "configuration.limit must be from 0 to 10,000",
      "RateLimitPolicy",
      configured({ action: "block", limit: 8675309 }),
    ],
    [
      "private_key must be a string, not a number",
      "GuardianFcmv1Provider",
      push(JSON.stringify({ ...account, private_key: 8675309 })),
    ],
  ])(
    "no failure of check quotes a value, since any may be secret: %s",
    async (expected, ...call) => {
      const [kind, news] = call;
      const { failures } = await shared.provider.check(kind, {}, news);
      const text = JSON.stringify(failures);
      expect(text).toContain(expected);
      expect(leaksIn(text)).toEqual([]);
      expect(text).not.toMatch(/8,?675,?309/);
    },
  );
});
