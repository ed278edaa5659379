import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { deliveryReport } from "../../../../cli/deliveries/check/report";
import { deliveryView } from "../../../../cli/deliveries/check/view";
import {
  driftReport,
  type ResourceReport,
  stackReport,
} from "../../../../cli/reports/drift/report";
import { driftView } from "../../../../cli/reports/drift/view";
import { page } from "../../../../cli/reports/html/page";
import { markdown } from "../../../../cli/reports/markdown";
import { terminal } from "../../../../cli/reports/terminal";
import type { View } from "../../../../cli/reports/view";
import type { Diagnostic } from "../../../../cli/shared/diagnostic";
import { deliveryReportFullOf, deliveryReports } from "../../../support/deliveries/deliveryReports";
import { driftReports, reportFullOf } from "../../../support/drift/driftReports";
import { harmlessText, hostile } from "../../../support/values/hostileText";
import { expectWholeTables, outsideCode } from "../../../support/values/markdown";

const drift = driftView(driftReports.drift);
const failed = driftView(driftReports.failed);
const clean = deliveryView(deliveryReports.clean);
const failing = deliveryView(deliveryReports.failing);
const unchecked = deliveryView(deliveryReports.unchecked);

const tagsIn = (markup: string) => markup.match(/<[^>]*>?/g) ?? [];

describe.each<[string, (...texts: string[]) => View]>([
  ["a drift check", (...texts) => driftView(reportFullOf(texts))],
  ["a check of deliveries", (...texts) => deliveryView(deliveryReportFullOf(texts))],
])("texts from outside in the report of %s", (_, viewOf) => {
  test("appear only as code in Markdown, whatever they contain", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const rendered = markdown(viewOf(text));
        expect(outsideCode(rendered)).toBe(outsideCode(markdown(viewOf(harmlessText(text)))));
        expect(outsideCode(rendered)).not.toMatch(/`|@|#\d/);
        expectWholeTables(rendered);
      }),
      { numRuns: 100 },
    );
  });

  test("never become an element or an attribute of a page", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = page(viewOf(text));
        expect(tagsIn(markup)).toEqual(tagsIn(page(viewOf(harmlessText(text)))));
        expect(markup).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
      }),
      { numRuns: 100 },
    );
  });

  test("never become a GitHub workflow command in a log, or control a terminal", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = terminal(viewOf(`::error::${text}`, `##[group]${text}`, `a\n::x::${text}`));
        expect(shown).toContain("error");
        expect(shown).not.toMatch(/^\s*::|##\[/m);
        expect(shown.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\u202e/u);
      }),
      { numRuns: 50 },
    );
  });
});

const now = new Date(0);
const stack = (
  name: string,
  resources: ResourceReport[] = [],
  folder = ".",
  problems: Diagnostic[] = [],
) => stackReport({ name, folder, problems, checked: 2, resources });

const urn = "urn:pulumi:prod::crm::pulumi-nodejs:dynamic/auth0-native:EventStream::to::crm";
const object: ResourceReport = {
  ...{ urn, kind: "EventStream", name: "to::crm", id: "est_1", tenant: "a.example.com" },
  result: "changed",
  properties: [
    { path: "status", expected: "enabled", live: "disabled" },
    { path: "limit", live: 1 },
  ],
};

const left = { path: "destination", live: { type: "x" } };

describe("a terminal", () => {
  const shown = (...stacks: ReturnType<typeof stack>[]) =>
    terminal(driftView(driftReport(stacks, now, now)));

  test.each([
    ["a clean stack in one line", stack("prod"), "No drift in prod (2 objects compared).\n"],
    [
      "each difference, the commands to run next, and what cannot be verified",
      stack("prod", [
        { ...object, updatedAt: "2026-03-03T22:41:07.512Z", note: "see why:\ndeliveries check" },
        { ...object, name: "hr", result: "gone", properties: [] },
        { ...object, result: "unverifiable", properties: [], note: "it is secret" },
      ]),
      `Can't be verified
  it is secret
  ? EventStream to::crm
    in prod, tenant a.example.com, ID est_1

≠ prod: Drift
  ≠ EventStream to::crm: changed
    tenant a.example.com, ID est_1, last written 2026-03-03 22:41:07 UTC
    status: expected "enabled", live "disabled"
    limit: expected not set, live 1
    see why:
    deliveries check
  × EventStream hr: missing
    tenant a.example.com, ID est_1
    The object no longer exists in the tenant.
  Repair: pulumi up --refresh --stack prod
  Accept: pulumi refresh --stack prod

1 of 1 stack drifted (2 objects compared, 1 changed, 1 missing, 1 can't be verified).
`,
    ],
    [
      "what ignoreChanges leaves to the service, beside no drift",
      { ...stack("prod"), ignored: [{ ...object, properties: [left, ...object.properties] }] },
      `Covered by ignoreChanges
  = EventStream to::crm
    in prod, tenant a.example.com, ID est_1, left to Auth0: destination ({"type":"x"}), status (disabled), limit (1)

No drift in prod (2 objects compared).
`,
    ],
    [
      "why a stack was only partly checked, with the names of objects",
      stack("prod", [], ".", [{ urn, message: "503" }, { message: "no token" }]),
      `! prod
  to::crm: 503
  no token

1 of 1 stack couldn't be checked completely (2 objects compared).
`,
    ],
  ])("shows %s", (_, one, text) => {
    expect(shown(one)).toBe(text);
  });

  test.each([
    ["a b", "'a b'"],
    ["$(id)", "'$(id)'"],
    ["it's; rm", "'it'\\''s; rm'"],
    ["-x", "'-x'"],
    ["~", "'~'"],
    ["", "''"],
    ["a\nb", "'a\\nb'"],
  ])("shows the name %j on one line, and as one word of a shell's command", (name, word) => {
    const text = shown(stack(name, [object], name));
    expect(text.split("\n")).toHaveLength(10);
    expect(text).toContain(`Accept: pulumi refresh --stack ${word} --cwd ${word}\n`);
  });

  test("shows the most urgent findings last, above the verdict", () => {
    const heads = (view: View) =>
      terminal(view)
        .match(/^\S.*$/gm)
        ?.map((line) => line.slice(0, 24));
    expect(heads(drift)).toEqual([
      "Can't be verified",
      "+ infra/auth0:acme/prod:",
      "+ infra/auth0:acme/labs:",
      "≠ infra/auth0:acme/prod:",
      "≠ infra/auth0:acme/stagi",
      "2 of 18 stacks drifted; ",
    ]);
    expect(heads(unchecked)?.slice(-3)).toEqual([
      "× crm in production: Not",
      "The check can't tell whe",
      "1 of 3 streams is failin",
    ]);
  });

  test("shows unmanaged objects with their ids, and the command that imports them", () => {
    expect(terminal(drift)).toContain(`
+ infra/auth0:acme/labs: Unmanaged
  + EventStream export to the warehouse
    tenant prod.eu.auth0.com, ID est_5LmN7pQ9rSt1UvW3xYz6Ab, created 2026-01-15 10:20:30 UTC
  Import: npx --no-install pulumi-auth0-native import --stack acme/labs --cwd infra/auth0
`);
  });

  test("shows streams with more failures first", () => {
    const { sections } = deliveryView(deliveryReports.many);
    const counts = sections[0]?.entries.map(({ found = "" }) =>
      Number.parseInt(found.replace(",", ""), 10),
    );
    expect(counts).toEqual([...(counts ?? [])].sort((a, b) => b - a));
  });

  test("shows 100 of 130 failing streams, and the number of the others", () => {
    const streams = Array.from({ length: 130 }, () => "crm");
    const text = terminal(deliveryView(deliveryReportFullOf(streams)));
    expect(text.match(/Redeliver:/g)).toHaveLength(100);
    expect(text).toContain("Failing: And 30 more. The JSON report is complete.");
  });
});

test.each([
  ["terminal", terminal],
  ["Markdown", markdown],
  ["page", page],
])("an object with several owners has each owner, and what to do: %s", (_, render) => {
  const text = render(driftView(driftReports.shared));
  for (const part of [
    "No drift in 2 stacks; objects with several owners in 2 stacks",
    "Other owners: crm in the stack infra/auth0:acme/prod.",
    "pulumi state delete urn:pulumi:apac::auth0::auth0-native:index:EventStream::crm-copy --stack acme/apac --cwd infra/apac",
    "remove the resource from the program before the next pulumi up",
  ]) {
    expect(text).toContain(part);
  }
});

test.each([
  ["Markdown", () => markdown(clean)],
  // The lines about several streams are its progress.
  ["a terminal, for one stream", () => terminal({ ...clean, checked: 1 })],
])("a disabled stream without failures has the command that enables it: %s", (_, render) => {
  const text = render();
  expect(text).toMatch(
    /billing.* in production.*no failed deliveries, but disabled, so it gets no events/,
  );
  expect(text).toMatch(/Enable: `?pulumi up --refresh --stack production/);
});

describe("Markdown", () => {
  test.each<[string, View, string[]]>([
    [
      "differences and the commands to run next",
      drift,
      [
        "## ≠ 2 of 18 stacks drifted; 3 unmanaged objects\n",
        "\nChecked 2026-03-04 06:58:12 UTC, by `pulumi-auth0-native ",
        '| `status` | `"enabled"` | `"disabled"` |',
        "webhookAuthorization.token` | `[secret]` | _not set_ |",
        '| `{`<br>`  "action": "redirect",`<br>`  "limit": 250,`<br>',
        '| `subscriptions[]` | `{ "eventType": "user.deleted" }` | _not set_ |',
        "```sh\npulumi up --refresh --stack acme/prod --cwd infra/auth0\n```",
        "last written `2026-03-03 22:41:07 UTC` · URN `urn:pulumi:prod::",
        "- `EventStream` `export to the warehouse` (tenant `prod.eu.auth0.com`, ID `est_5LmN7pQ9rSt1UvW3xYz6Ab`, created `2026-01-15 10:20:30 UTC`)\n",
        "| + 1 unmanaged object | 0 | 0 | 0 | 12 |",
        "\nnpx --no-install pulumi-auth0-native import --stack acme/labs --cwd infra/auth0\n",
      ],
    ],
    ["why a check failed", failed, ["### Not fully checked\n", "403 insufficient_scope"]],
    ["that no stack was checked", driftView(driftReports.empty), ["no drift could be found"]],
    [
      "errors of streams and the commands to run next",
      failing,
      [
        "| `503 Service Unavailable` | 431 | `user.created` |",
        "```sh\nnpx --no-install pulumi-auth0-native deliveries redeliver --stack production est_crm0000000000000000000\n```",
        "```sh\npulumi up --refresh --stack production\n```",
        "· since 2026-03-04 02:13:16 UTC ·",
      ],
    ],
    [
      "what the count of a stream leaves open",
      unchecked,
      ["no failed deliveries, status unknown", "Grant the scope read:event_streams"],
    ],
  ])("shows %s", (_, view, texts) => {
    const rendered = markdown(view);
    for (const text of texts) expect(rendered).toContain(text);
    expect(rendered).not.toContain("left out");
  });

  const long = "|`".repeat(5_000);
  const manyStacks = (value: string) => {
    const one = {
      ...object,
      properties: Array.from({ length: 100 }, () => ({
        path: value,
        expected: value,
        live: [value],
      })),
      note: value,
    };
    const resources = [
      ...Array.from({ length: 50 }, () => one),
      { ...one, result: "unverifiable" as const },
    ];
    const problems = [{ message: value, urn: value }];
    const stacks = [
      ...Array.from({ length: 40 }, () => stack(value, resources, value, problems)),
      ...Array.from({ length: 400 }, (_, index) => stack(`clean-${index}`, [], long)),
    ];
    return driftView(driftReport(stacks, now, now));
  };
  const manyStreams = () => {
    const { streams, criteria } = deliveryReportFullOf(Array.from({ length: 300 }, () => long));
    const others = Array.from({ length: 20 }, () => deliveryReports.many.streams).flat();
    return deliveryView(deliveryReport([...streams, ...others], criteria, now, now));
  };

  test.each<[string, View, string]>([
    ["short texts", manyStacks("short"), "HTML report"],
    ["long texts", manyStacks(long), "HTML report"],
    ["many streams", manyStreams(), "JSON report is complete"],
  ])("stays below 60,000 characters, and says what was left out: %s", (_, view, complete) => {
    const rendered = markdown(view);
    expect(rendered.length).toBeLessThanOrEqual(60_000);
    expect(rendered).toContain("**Some findings are left out for lack of space.** ");
    expect(rendered).toMatch(/\nAnd [\d,]+ more\.\n/);
    expect(rendered).toContain(complete);
    expect(rendered.match(/<details>/g)?.length).toBe(rendered.match(/<\/details>/g)?.length);
    expectWholeTables(rendered);
  });
});

describe("a page", () => {
  test.each(Object.entries(driftReports))(
    "contains no script, loads nothing, and each of its links has a target: %s",
    (_, report) => {
      const markup = page(driftView(report));
      const tags = tagsIn(markup);
      expect(tags).toContain(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      );
      const loading = /^<(script|link|img|iframe|form|base)|\s(src|on\w+|style)=|url\(/i;
      expect(tags.filter((tag) => loading.test(tag) || /href="(?!#)/.test(tag))).toEqual([]);
      const all = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const targets = [...markup.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(all).size).toBe(all.length);
      expect(all).toEqual(expect.arrayContaining(targets));
    },
  );

  test("shows failures first, and its table links to each stack", () => {
    const ids = [...page(failed).matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["failed", "drift", "clean"]);
    expect(page(drift)).toContain('<a href="#unmanaged-12">');
  });
});
