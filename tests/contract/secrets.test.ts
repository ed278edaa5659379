import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { Tenant } from "../../emulator/src";
import type { Props } from "../../provider/shared/json";
import type { Kind } from "../support/engine/adapter";
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
import { authorized, configured, hook, push, stream } from "../support/values/inputs";
import { leaksIn } from "../support/values/leaks";

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

const bags: [string, Kind, Props][] = [
  ["an endpoint", "EventStream", hook({ webhookEndpoint: address })],
  [
    "an address to redirect to",
    "RateLimitPolicy",
    configured({ action: "redirect", limit: 1, redirectUri: address }),
  ],
  [
    "a password",
    "EventStream",
    authorized({ method: "basic", username: "u", password: "canary-password" }),
  ],
  ["a token", "EventStream", authorized({ method: "bearer", token: "canary-token" })],
  [
    "a header",
    "EventStream",
    authorized({ method: "custom_header", headerKey: "X-K", headerValue: "canary-header" }),
  ],
  [
    "an awkward password",
    "EventStream",
    authorized({ method: "basic", username: "u", password: awkward }),
  ],
  ["credentials", "GuardianFcmv1Provider", push(JSON.stringify(account))],
  ["credentials in many lines", "GuardianFcmv1Provider", push(JSON.stringify(account, null, 2))],
];

const allEchoes = sampled(Object.entries(echoes), "ways to repeat a request");

const seen = ({ message, partial }: CallError) => `${message} ${JSON.stringify(partial)}`;

const { privateKey: pem } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const lastBody = ({ requests }: Tenant) => (requests.at(-1)?.body ?? {}) as Record<string, string>;
const keyLines = pem.split("\n").slice(1, -2);

forEachAdapter((adapter) => {
  /** For the tests that need neither other settings nor what the process prints until its end. */
  const shared = shareBoth(adapter);

  test("no error contains a secret, however a refusal repeats the request", async () => {
    const { server, provider } = shared;
    const leaks: string[] = [];
    for (const [form, echo] of allEchoes) {
      server.answer = (request) =>
        request.kind === "api" ? { status: 400, body: echo(request) } : undefined;
      for (const [name, kind, inputs] of bags) {
        const before = inputs.configuration
          ? { configuration: { action: "allow" } }
          : { name: "before" };
        const olds = { ...inputs, ...before, tenant: server.domain };
        const calls = [
          () => provider.create(kind, inputs),
          () => provider.update(kind, "id", olds, { ...inputs, name: "new" }),
        ];
        for (const call of calls) {
          const error = await refused(call());
          expect(error.message).toMatch(/: 400/);
          const { authorization } = server.requests.at(-1)?.headers ?? {};
          const token = String(authorization).replace("Bearer ", "");
          const found = leaksIn(seen(error), [token, token.slice(0, 30), token.slice(-30)]);
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
    server.answer = ({ kind }) =>
      kind === "api" ? { status: 400, body: { message: "not canary-password" } } : undefined;
    const error = await refused(provider.update("EventStream", "id", olds, news));
    expect(error.message).toContain("400: not [secret]");
  });

  test.each<[string, Props]>([
    ["a client secret", { clientSecret: secret("canary-client-secret") }],
    ["a private key", { clientAssertionPrivateKey: secret(pem) }],
    [
      "a private key on one line",
      { clientAssertionPrivateKey: secret(pem.replaceAll("\n", "\\n")) },
    ],
  ])("no refusal of %s shows it, nor what it signed", async (_name, credentials) => {
    const server = await startServer();
    const provider = await startProcess(
      adapter,
      {},
      { domain: server.url, clientId: "id", ...credentials },
    );
    const leaks: string[] = [];
    for (const [form, echo] of allEchoes) {
      // A refusal of the credentials is kept for a while; a redirect tells as much, and is not.
      for (const status of [302, 307, ...(form === allEchoes.at(-1)?.[0] ? [401] : [])]) {
        server.answer = (request) =>
          request.kind === "token" ? { status, body: echo(request) } : undefined;
        const error = await refused(provider.create("GuardianFcmv1Provider", push("{}")));
        expect(error.message).toContain(`/oauth/token: ${status}`);
        const { client_assertion: signed = "" } = lastBody(server);
        const parts = signed.match(/[\w-]{30}/g) ?? [];
        const found = leaksIn(seen(error), [...parts, ...keyLines]);
        leaks.push(...found.map((leak) => `${form}: ${leak}`));
      }
    }
    expect(leaks).toEqual([]);
    expect(leaksIn(await provider.stop(), keyLines)).toEqual([]);
  });

  test("no refusal of a ready token shows it", async () => {
    const server = await startServer();
    const provider = await startProcess(
      adapter,
      {},
      { domain: server.url, apiToken: secret("canary-api-token") },
    );
    const leaks: string[] = [];
    for (const [form, echo] of allEchoes) {
      server.answer = ({ headers, ...request }) => ({
        status: 401,
        body: echo({ ...request, headers, body: { authorization: headers.authorization } }),
      });
      const error = await refused(provider.create("GuardianFcmv1Provider", push("{}")));
      leaks.push(...leaksIn(seen(error)).map((leak) => `${form}: ${leak}`));
    }
    expect(leaks).toEqual([]);
    expect(leaksIn(await provider.stop())).toEqual([]);
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

  test("a secret that equals a schema word hides no failure of check and is not revealed by one", async () => {
    const { provider } = shared;
    for (const token of ["t", "webhook", "webhookAuthorization"]) {
      const wrong = authorized({ method: "bearer", token, username: "a" });
      const { failures } = await provider.check("EventStream", {}, wrong);
      expect(failures.map(({ reason }) => reason)).toEqual([
        "destination.configuration.webhookAuthorization.username is not allowed with method bearer; it belongs to method basic",
      ]);
    }
  });

  test("no failure of check repeats a secret", async () => {
    const { provider } = await startBoth(adapter);
    const value = "canary-in-a-wrong-place";
    for (const authorization of [
      { method: value },
      { method: "basic", password: value },
      { method: "bearer", token: [value] },
      { method: "bearer", token: "t", password: value },
      { method: "bearer", token: value, [value]: true },
      value,
    ]) {
      const { failures } = await provider.check("EventStream", {}, authorized(authorization));
      expect(failures.length).toBeGreaterThan(0);
      expect(leaksIn(JSON.stringify(failures))).toEqual([]);
    }
    expect(leaksIn(await provider.stop())).toEqual([]);
  });

  test("no failure of check quotes a value, since any may have been secret in the program", async () => {
    const { provider } = shared;
    const number = 8675309;
    const wrong: [Kind, Props, string][] = [
      [
        "EventStream",
        authorized({ method: "basic", username: "u", password: number }),
        "must be a string, not a number",
      ],
      ["EventStream", authorized({ method: "canary-method" }), "method must be basic, bearer or"],
      ["EventStream", stream({ name: number }), "name must be a string, not a number"],
      ["EventStream", stream({ "canary-key": 1 }), "it has a property that does not exist"],
      [
        "RateLimitPolicy",
        configured({ action: "block", limit: number }),
        "configuration.limit must be from 0 to 10,000",
      ],
      [
        "GuardianFcmv1Provider",
        { serverCredentials: number },
        "serverCredentials must be a string, not a number",
      ],
      [
        "GuardianFcmv1Provider",
        push(JSON.stringify({ ...account, private_key: number })),
        "private_key must be a string, not a number",
      ],
    ];
    for (const [kind, news, expected] of wrong) {
      const { failures } = await provider.check(kind, {}, news);
      const text = JSON.stringify(failures);
      expect(text).toContain(expected);
      expect(leaksIn(text)).toEqual([]);
      expect(text).not.toMatch(/8,?675,?309/);
    }
  });

  test.each(["clientSecret", "clientAssertionPrivateKey", "apiToken"])(
    "a Provider's %s that is a number is in no message",
    async (name) => {
      const server = await startServer();
      const provider = await startProcess(
        adapter,
        {},
        { domain: server.url, clientId: "id", [name]: 8675309 },
      );
      server.answer = () => ({ status: 401, body: { message: "not 8675309" } });
      const error = await refused(provider.create("GuardianFcmv1Provider", push("{}")));
      expect(error.message).not.toContain("8675309");
      expect(error.message).toMatch(/not \[secret\]|is neither a PEM private key/);
    },
  );
});
