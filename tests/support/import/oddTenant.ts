import type { StoredPolicy, StoredStream, Tenant } from "../../../emulator/src";
import type { StoredDestination } from "../../../emulator/src/model/store";
import { idOf, streamIdOf } from "../tenant/many";

/** Names that a generator of programs could mistake for something else, or run. */
export const oddNames: (string | undefined)[] = [
  undefined,
  '"); process.exit(1); //',
  "'); process.exit(1); //",
  "*/ process.exit(1); /*",
  `\${process.exit(1)}`,
  `\`\${process.exit(1)}\``,
  "a\nb\r\nc\t\u0000\u0007\u001b[31m",
  "\u2028process.exit(1)\u2029",
  "\u202Etxt.exe\u202C \u200Bzero\uFEFFwidth",
  "ünïcödé 名前 🎉 مرحبا",
  "n".repeat(128),
  "🎉".repeat(64),
  "🎉",
  "...",
  " ",
  "class",
  "null",
  "default",
  "__proto__",
  "constructor",
  "event-stream",
  "crm",
  "CRM",
  "c.r.m",
  "crm!",
  "crm token",
  "1",
  "-1",
  "@ts-nocheck",
  "// biome-ignore-all format: no",
  "\\",
  "\\u0022",
  "</script><!--",
  "%s %d",
  "CON",
  "K\u212A\u0130ß",
];

const secretOf = (index: number) => `canary-secret-${index}-${"x".repeat(index % 7)}`;

/** A destination of each kind in turn: the first three have a secret. */
function destinationOf(index: number): StoredDestination {
  const webhook = (authorization: Record<string, string>) => ({
    type: "webhook",
    configuration: {
      webhook_endpoint: "https://hooks.example.com/auth0",
      webhook_authorization: { method: "", ...authorization },
    },
  });
  const destinations: (() => StoredDestination)[] = [
    () => webhook({ method: "bearer", token: secretOf(index) }),
    () => webhook({ method: "basic", username: "tenant", password: secretOf(index) }),
    () => webhook({ method: "custom_header", header_key: "X-K", header_value: secretOf(index) }),
    () => ({ type: "action", configuration: { action_id: `action-${index}` } }),
    () => ({
      type: "eventbridge",
      configuration: { aws_account_id: "123456789012", aws_region: "eu-central-1" },
    }),
  ];
  return (destinations[index % destinations.length] as () => StoredDestination)();
}

const time = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
const times = (index: number) => ({ created_at: time(index), updated_at: time(index) });

/** Puts `count` streams and `count` policies with odd names into a tenant, without requests. */
export function fillWithOddities({ streams, policies }: Tenant, count: number): void {
  for (let index = 0; index < count; index++) {
    const name = index < oddNames.length ? oddNames[index] : "all alike";
    const stream: StoredStream = {
      id: streamIdOf(index),
      status: index % 4 === 0 ? "disabled" : "enabled",
      ...(name !== undefined && { name }),
      ...(index % 3 > 0 && { subscriptions: [{ event_type: "user.created" }] }),
      destination: destinationOf(index),
      ...times(index),
    };
    streams.set(stream.id, stream);
    policies.set(idOf(index), policyOf(index));
  }
}

const actions: StoredPolicy["configuration"][] = [
  { action: "allow" },
  { action: "block", limit: 100 },
  { action: "log", limit: 0 },
  { action: "redirect", limit: 1, redirect_uri: "https://example.com/`slow`?a=$%7Bb%7D" },
];

function policyOf(index: number): StoredPolicy {
  const selectors = ["default", "cimd_clients", "third_party_clients"];
  const odd = (oddNames[index] ?? "").replace(/[\s<>]/g, "");
  return {
    id: idOf(index),
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: selectors[index] ?? `client_id:${odd}${"-".repeat(index % 120)}${index}`,
    configuration: actions[index % actions.length] as StoredPolicy["configuration"],
    ...times(index),
  };
}

/** The secret of each stream that has one, by the stream's id. */
export function secretsIn({ streams }: Tenant): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const { id, destination } of streams.values()) {
    const { password, token, header_value } = destination.configuration.webhook_authorization ?? {};
    const secret = password ?? token ?? header_value;
    if (secret !== undefined) secrets.set(id, secret);
  }
  return secrets;
}
