import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { withOwners } from "../../../cli/drift/owners";
import { driftNote } from "../../../cli/refresh/compareStack";
import {
  type DriftReport,
  driftReport,
  type ManagedObject,
  type ResourceReport,
  type StackReport,
  stackReport,
  type UnmanagedReport,
} from "../../../cli/reports/drift/report";
import { eventStream } from "../../../provider/resources";
import { formats } from "../../../provider/schema/formats";
import { root } from "../project";
import { jsonCopy } from "../values/inputs";

const startedAt = new Date("2026-03-04T06:57:58.120Z");
const finishedAt = new Date("2026-03-04T06:58:12.480Z");

const reportOf = (stacks: StackReport[]): DriftReport => driftReport(stacks, startedAt, finishedAt);

/** The plugin serves the objects of one stack. */
const token = (stack: string, type: string) =>
  stack === "apac" ? `auth0-native:index:${type}` : `pulumi-nodejs:dynamic/auth0-native:${type}`;

function resource(
  stack: string,
  kind: string,
  name: string,
  id: string,
  rest: Partial<ResourceReport> = {},
): ResourceReport {
  return {
    urn: `urn:pulumi:${stack}::auth0::${token(stack, kind)}::${name}`,
    kind,
    name,
    id,
    result: "changed",
    tenant: `${stack}.eu.auth0.com`,
    properties: [],
    ...rest,
  };
}

const credentials = (stack: string): ResourceReport =>
  resource(stack, "GuardianFcmv1Provider", "push", "fcmv1", {
    result: "unverifiable",
    note: "The service does not return these credentials. To be sure of them, write them again: change serverCredentials, then run pulumi up --target with this URN.",
  });

const stack = (name: string, rest: Partial<StackReport> = {}): StackReport =>
  stackReport({ name, folder: "infra/auth0", problems: [], checked: 12, resources: [], ...rest });

const cleanStacks = (count: number): StackReport[] =>
  Array.from({ length: count }, (_, index) => stack(`acme/tenant-${index + 1}`));

const clean = reportOf([
  ...cleanStacks(6),
  stack("acme/prod", { checked: 42, resources: [credentials("prod")] }),
  stack("acme/sandbox", { folder: "infra/sandbox", checked: 0 }),
]);

const stream = resource("prod", "EventStream", "crm", "est_9XfK2mQ7vLw4RtYpZ3Nb8s", {
  updatedAt: "2026-03-03T22:41:07.512Z",
  properties: [
    { path: "status", expected: "enabled", live: "disabled" },
    { path: "subscriptions[]", expected: { eventType: "user.deleted" } },
    { path: "subscriptions[]", live: { eventType: "organization.member.role.assigned" } },
    {
      path: "destination.configuration.webhookEndpoint",
      expected: "https://hooks.example.com/auth0/events?source=production&region=eu-central-1",
      live: "https://hooks.example.com/auth0/events?source=production&region=us-east-1",
    },
    { path: "destination.configuration.webhookAuthorization.token", expected: "[secret]" },
  ],
});

const note = driftNote(eventStream, stream, { name: "acme/prod", folder: "." }) ?? "";
const crm: ResourceReport = { ...stream, note };

const partners = resource("prod", "RateLimitPolicy", "partners", "rlp_0123456789abcdefghijkl", {
  updatedAt: "2026-02-27T09:03:55.000Z",
  properties: [
    {
      path: "configuration",
      expected: { action: "block", limit: 100 },
      live: { action: "redirect", limit: 250, redirectUri: "https://example.com/slow-down" },
    },
  ],
});

const bridge = resource("staging", "EventStream", "to-aws", "est_4HsJ8dC1kPq6WxTzB5Mv2n", {
  result: "gone",
  note: "The next deployment creates a new event source in AWS, which has to be associated again.",
});

/** Two objects, one of which has a resource's key. */
const unmanaged: UnmanagedReport[] = [
  {
    kind: "EventStream",
    name: "export to the warehouse",
    id: "est_5LmN7pQ9rSt1UvW3xYz6Ab",
    tenant: "prod.eu.auth0.com",
    createdAt: "2026-01-15T10:20:30.000Z",
  },
  {
    kind: "RateLimitPolicy",
    name: "default",
    id: "rlp_9876543210abcdefghijkl",
    tenant: "prod.eu.auth0.com",
    note: `"partners" in the stack acme/prod matches this object, but has the ID ${partners.id}. One of the two may be a duplicate, left by a create whose response was lost.`,
  },
];

const drift = reportOf([
  ...cleanStacks(9),
  stack("acme/prod", { checked: 42, resources: [crm, partners, credentials("prod")], unmanaged }),
  stack("acme/staging", { checked: 17, resources: [bridge, credentials("staging")] }),
  stack("acme/labs", { unmanaged: unmanaged.slice(0, 1) }),
  ...cleanStacks(6).map((one) => ({ ...one, folder: "infra/partners" })),
]);

const failed = reportOf([
  ...cleanStacks(2),
  stack("acme/emea", {
    checked: 0,
    problems: [
      {
        message:
          "Reading event streams of emea.eu.auth0.com: 403 insufficient_scope, Insufficient scope, expected any of: read:event_streams. Grant read:event_streams to the client qXr8…vT2 and run the check again.",
      },
    ],
  }),
  stack("acme/apac", {
    checked: 8,
    problems: [
      {
        urn: `urn:pulumi:apac::auth0::${token("apac", "EventStream")}::audit`,
        message:
          "Reading event stream est_77aBcD: 503 after 5 attempts in 60 s.\nThe tenant or a gateway in front of it is failing: try again later.",
      },
    ],
    resources: [
      resource("apac", "EventStream", "crm", "est_2b", {
        properties: [{ path: "status", expected: "enabled", live: "disabled" }],
      }),
    ],
  }),
]);

/** Texts that try to end an element, an attribute, a comment, a style, a cell, a code span, a fence. */
export const hostileTexts = [
  `<script>document.title='owned'</script>`,
  `"><img src=x onerror="document.title='owned'">`,
  `' onmouseover='document.title=1' x='`,
  `</style></title></details></table><!--`,
  `&lt;b&gt; &amp;amp; &#x3c;i&#x3e;`,
  "a | b \\| c \\\\| `code` ``` ~~~",
  "\n\n# A heading\n\n- @octocat, see #123, octo/org#1, GH-7 and https://evil.example.com\n",
  "[link](javascript:alert(1)) ![image](https://evil.example.com/x.png) <https://evil.example.com>",
  "مرحبا بالعالم abc \u202Etxt.exe\u202C \u200Bzero\uFEFFwidth",
  "👩‍💻 🇩🇪 ﷽ Z̷̢͝a̶͕͂l̸͇͝g̷̱̊o̶̙͛",
  "\u0000\u0007\u001b[31mred\u001b[0m \ud800",
  "'; rm -rf / #$(id)`id`",
  "W".repeat(200),
  "__proto__",
  "   ",
  "",
];

/** A report with a stack for each text, in which every free text is that text. */
export const reportFullOf = (given: string[]): DriftReport =>
  reportOf(
    given.map((text, index) =>
      stackReport({
        name: text,
        folder: text,
        problems: index % 2 === 0 ? [{ urn: text, message: text }] : [],
        checked: index,
        resources: [
          {
            urn: text,
            kind: text,
            name: text,
            id: text,
            result: "changed",
            tenant: text,
            updatedAt: text,
            properties: [
              { path: text, expected: text, live: { [text]: [text] } },
              { path: text, live: text },
            ],
            note: text,
          },
          {
            urn: text,
            kind: text,
            name: text,
            id: text,
            result: "unverifiable",
            properties: [],
            note: text,
          },
        ],
        unmanaged: [
          { kind: text, name: text, id: text, tenant: text, createdAt: text, note: text },
        ],
        shared: [
          {
            ...{ urn: text, kind: text, name: text, id: text, tenant: text },
            owners: [{ stack: text, name: text, urn: text }],
          },
        ],
      }),
    ),
  );

const kinds: Partial<ResourceReport>[] = [
  { properties: [{ path: "status", expected: "enabled", live: "disabled" }] },
  { result: "gone" },
  {
    properties: [
      { path: "configuration.limit", expected: 100, live: 1000 },
      { path: "configuration.action", expected: "block", live: "log" },
    ],
  },
  {
    properties: [
      { path: "name", expected: "audit", live: "audit (copy)" },
      { path: "status", expected: "enabled" },
      { path: "subscriptions[]", live: { eventType: "group.member.added" } },
      {
        path: "destination",
        expected: { type: "action", configuration: { actionId: "5f3c1a52" } },
        live: { type: "later", configuration: Array.from({ length: 20 }, (_, item) => item) },
      },
    ],
  },
];

const hundred = reportOf([
  ...Array.from({ length: 5 }, (_, index) => {
    const name = `region-${index + 1}`;
    return stack(`acme/${name}`, {
      checked: 250,
      resources: Array.from({ length: 20 }, (_, item) =>
        resource(name, "EventStream", `stream-${item + 1}`, `est_${index}${item}abcdefghij`, {
          updatedAt: finishedAt.toISOString(),
          ...kinds[item % kinds.length],
        }),
      ),
    });
  }),
  ...cleanStacks(15),
]);

const managed = (stack: string, name: string): ManagedObject[] => {
  const { urn, id } = resource(stack, "EventStream", name, "est_5LmN7pQ9rSt1UvW3xYz6Ab");
  return [{ urn, id, tenant: "prod.eu.auth0.com" }];
};

/** Two stacks of different programs that manage one object. */
const shared = reportOf(
  withOwners([
    stack("acme/prod", { managed: managed("prod", "crm") }),
    stack("acme/apac", { folder: "infra/apac", managed: managed("apac", "crm-copy") }),
  ]),
);

export const driftReports = {
  clean,
  drift,
  failed,
  hostile: reportFullOf(hostileTexts),
  hundred,
  empty: reportOf([]),
  shared,
};

const schema = JSON.parse(readFileSync(join(root, "cli", "drift-report.schema.json"), "utf8"));
/** The first report compiles the schema. */
const ajv = new Ajv2020({ formats });

/** A report's violations of its schema. */
export function problemsOfReport(report: unknown): unknown[] {
  ajv.validate(schema, jsonCopy(report));
  return ajv.errors ?? [];
}
