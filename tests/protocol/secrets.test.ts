import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { RequestRecord } from "../../emulator/src";
import type { Props } from "../../provider/shared/json";
import { forEachAdapter } from "../support/engine/adapters";
import {
  configurationOf,
  refused,
  startProcess,
  startServer,
} from "../support/engine/providerProcess";
import type { CallError } from "../support/engine/resourceProvider";
import { secret, unmarked } from "../support/engine/secretValues";
import { sampled } from "../support/sample";
import { echoes } from "../support/tenant/echoes";
import { wire } from "../support/tenant/objects";
import { authorizations, authorized, hook, to, webhook } from "../support/values/eventStream";
import { push } from "../support/values/guardianFcmv1Provider";
import { jsonCopy } from "../support/values/inputs";
import { type Kind, kindNamed, samples } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { configured } from "../support/values/rateLimitPolicy";

const [stream, policy, credentials] = [
  "EventStream",
  "RateLimitPolicy",
  "GuardianFcmv1Provider",
].map(kindNamed) as [Kind, Kind, Kind];

const endpoint = "https://hooks.example.com/canary-segment";
const line = "CANARY-key/".repeat(8).slice(0, 64);
const account = {
  type: "service_account",
  project_id: "p",
  private_key: `-----BEGIN PRIVATE KEY-----\n${`${line}\n`.repeat(25)}-----END PRIVATE KEY-----\n`,
  client_email: "push@p.iam.gserviceaccount.com",
};
const awkward = 'canary-awkward  "quoted" \\ & größe\n\tin two lines';

/** Secrets in every part of an address, which no schema declares. */
const address =
  "https://canary-user:canary-pass@hooks.example.com/in/canary-segment-0123456789?v=1&key=canary-query#canary-fragment";

const bags: [string, Kind, Props][] = [
  ["an endpoint", stream, hook({ webhookEndpoint: address })],
  [
    "an address to redirect to",
    policy,
    configured({ action: "redirect", limit: 1, redirectUri: address }),
  ],
  [
    "an awkward password",
    stream,
    authorized({ method: "basic", username: "u", password: awkward }),
  ],
  ["credentials in many lines", credentials, push(JSON.stringify(account, null, 2))],
  ...samples.map(({ kind, sample, program }): [string, Kind, Props] => [sample, kind, program]),
];

/** Secrets that only the program marks. The engine passes the marks only to the plugin. */
const markedBags: [string, Kind, Props][] = [
  ["a marked name", stream, { ...stream.first, name: secret("canary-name-of-it") }],
  ["a marked endpoint", stream, jsonCopy(hook({ webhookEndpoint: secret(endpoint) }))],
  [
    "a marked destination",
    stream,
    jsonCopy(to(secret(webhook({ ...authorizations.basic, username: "canary-user" }) as never))),
  ],
  [
    "a marked selector",
    policy,
    { ...policy.first, consumerSelector: secret("client_id:canary-client") },
  ],
];

const seen = ({ message, partial }: CallError) => `${message} ${JSON.stringify(partial)}`;

/** The access token of a request, and its parts that an attacker could use. */
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

/** A rejection that repeats the request's body and headers. */
const repeating = ({ body, headers }: RequestRecord) => ({
  message: `No: ${JSON.stringify({ body, headers })}`,
});

forEachAdapter((adapter) => {
  test("no call shows a secret, even with the request log and rejections that repeat requests", async () => {
    const server = await startServer();
    const settings = { ...configurationOf(server), debug: "true" };
    const provider = await startProcess(adapter, {}, settings);
    const leaks: string[] = [];
    const forms = sampled(Object.keys(echoes), "ways to repeat a request");
    for (const [name, kind, given] of [...bags, ...(adapter.name === "plugin" ? markedBags : [])]) {
      const { inputs } = await provider.check(kind.name, {}, given);
      const { id, properties } = await provider.create(kind.name, inputs);
      await provider.read(kind.name, id, properties);
      await provider.diff(kind.name, id, properties, kind.changed);
      const state = { ...given, tenant: server.domain };
      const sends = [
        () => provider.create(kind.name, given),
        () => provider.update(kind.name, id, { tenant: server.domain }, given),
        () => provider.update(kind.name, id, state, kind.changed),
      ];
      const others = [
        ...(kind.routes.read ? [() => provider.read(kind.name, id, state)] : []),
        // The process keeps push credentials that it has checked, without a request.
        ...(kind.definition.fixedId ? [] : [() => provider.delete(kind.name, id, state)]),
      ];
      const body = wire(unmarked(given));
      const refuse = async (form: string, calls: (() => Promise<unknown>)[]) => {
        server.respond = (request) =>
          request.kind === "api"
            ? { status: 400, body: echoes[form]?.({ ...request, body }) }
            : undefined;
        for (const call of calls) {
          const error = await refused(call());
          expect(error.message).toMatch(/: 400|^\(the response repeats a secret/);
          const found = leaksIn(seen(error), tokenOf(server.requests.at(-1) as RequestRecord));
          leaks.push(...found.map((leak) => `${name}, ${form}: ${leak}`));
        }
      };
      for (const form of forms) await refuse(form, sends);
      await refuse("as the bare values", others);
      server.respond = undefined;
      await provider.delete(kind.name, id, properties);
    }
    expect(leaks).toEqual([]);
    const shown = await provider.stop();
    expect(shown).toMatch(
      /^POST \/event-streams \(.*\): status 201, id est_\w+, attempt 1, .* \[correlation ID pulumi-/m,
    );
    expect(leaksIn(shown, ["emulator-client-secret"])).toEqual([]);
  });

  test.each<[string, "token" | "api", Props]>([
    ["a client secret", "token", { clientSecret: secret("canary-client-secret") }],
    // Only the plugin gets numbers unchanged.
    ["a client secret that is a number", "token", { clientSecret: 8675309 }],
    [
      "a private key on one line",
      "token",
      { clientAssertionPrivateKey: secret(pem.replaceAll("\n", "\\n")) },
    ],
    ["a ready token", "api", { apiToken: secret("canary-api-token") }],
  ])("no rejection of %s shows it or what it signed", async (_name, leg, credentials) => {
    const server = await startServer();
    const settings = { domain: server.url, clientId: "id", ...credentials };
    const provider = await startProcess(adapter, {}, settings);
    // The provider remembers rejected credentials for a while, but not a redirect, which shows the same.
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
});
