import { describe, expect, test } from "@jest/globals";
import { type Action, decide, type MarkedIssue } from "../../../../../cli/ci/issue/decide";
import { markerIn } from "../../../../../cli/ci/issue/subject";
import { driftReport, type StackReport } from "../../../../../cli/reports/drift/report";
import { changed, gone, live, production, urn } from "../../../../support/pipelines/driftReports";
import { hostileNames } from "../../../../support/pipelines/hostileNames";
import { outsideCode } from "../../../../support/values/markdown";

type Check = StackReport[];

const link = "[Run](https://forge.example/42)";
const reportOn = (stacks: Check) => driftReport(stacks, new Date(0), new Date(1000));

/** The forge's issues after an action. */
function openAfter(open: MarkedIssue[], action: Action): MarkedIssue[] {
  const others = open.filter(({ issue }) => action.kind === "open" || issue !== action.issue);
  if (action.kind === "leave") return open;
  if (action.kind === "close") return others;
  const { content } = action;
  const number = action.kind === "open" ? open.length + 1 : action.issue.number;
  const marker = markerIn(content.body);
  if (!marker) throw new Error(`no marker in ${content.body}`);
  return [...others, { issue: { ...content, number }, marker }];
}

const decideOn = (report: ReturnType<typeof reportOn>, open: MarkedIssue[]) =>
  decide(report, open, link);

/** The actions after the last of several checks. */
function actionsOf(...checks: Check[]): Action[] {
  let open: MarkedIssue[] = [];
  let actions: Action[] = [];
  for (const stacks of checks) {
    actions = decideOn(reportOn(stacks), open);
    open = actions.reduce(openAfter, open);
  }
  return actions;
}

/** Returns texts such as `open: Drift in production`, with comments but without links. */
function summary(action: Action): string {
  const { title } = action.kind === "open" ? action.content : action.issue;
  const comment = "comment" in action ? action.comment.replace(` ${link}`, "") : "";
  return [action.kind, title, ...(comment ? [comment] : [])].join(": ");
}
const summariesOf = (...checks: Check[]) => actionsOf(...checks).map(summary);

const on = (...resources: Parameters<typeof production>[0] & object) => [production(resources)];
const failed = [production([], ["no response"])];
const named = (name: string, ...[resources, problems]: Parameters<typeof production>) =>
  production(resources, problems, { name });
const missingPart = (name: string, message: string) =>
  production([], [message], { name, missing: true });

describe("the issue of a stack", () => {
  const open = "open: Drift in production";
  const news = "The findings have changed since the last check.";
  const edit = `update: Drift in production: Drift in \`production\`. ${news}`;
  const leave = "leave: Drift in production";
  const extra = { kind: "EventStream", name: "b", id: "est_2", tenant: "a.eu.auth0.com" };
  const unmanaged = (...found: Parameters<typeof on>) => [
    production(found, [], { unmanaged: [extra] }),
  ];
  const ownedBy = (name: string) => {
    const owners = [{ stack: "copy", name, urn: `${urn}-${name}` }];
    return [production([], [], { shared: [{ ...extra, urn, owners }] })];
  };
  const close = "close: Drift in production: `production` no longer has drift.";
  const openFailed = "open: Drift check of production failed";

  const b = on(live("b"));
  const status = { path: "status", expected: "a", live: "b" };
  const both = on({ ...live("b"), properties: [...live("b").properties, status] });

  test.each<[string, Check[], string[]]>([
    ["no drift", [on()], []],
    ["drift", [b], [open]],
    ["the same drift", [b, b], [leave]],
    ["more drift", [b, both], [edit]],
    ["less drift", [both, b], [edit]],
    ["no drift any more", [on(gone), on()], [close]],
    ["drift that returns", [on(gone), on(), on(gone)], [open]],
    ["another live value", [b, on(live("c"))], [edit]],
    ["the same secret", [on(live("[secret]")), on(live("[secret]"))], [leave]],
    ["an unmanaged object", [unmanaged()], ["open: Unmanaged objects in tenants of production"]],
    ["an unmanaged object beside drift", [on(gone), unmanaged(gone)], [edit]],
    [
      "drift that ended beside an unmanaged object",
      [unmanaged(gone), unmanaged()],
      [`update: Drift in production: Unmanaged objects in tenants of \`production\`. ${news}`],
    ],
    ["a second owner", [ownedBy("b2")], ["open: Several owners of objects in production"]],
    ["a failed check", [failed], [openFailed]],
    [
      "a failed check after drift",
      [b, failed],
      [`update: Drift in production: Drift check of \`production\` failed. ${news}`],
    ],
    [
      "old drift after a failed check",
      [b, failed, b],
      [`update: Drift check of production failed: Drift in \`production\`. ${news}`],
    ],
  ])("after %s", (_, checks, expected) => {
    expect(summariesOf(...checks)).toEqual(expected);
  });

  test("shows the drift and why a check failed, and links to the run", () => {
    const [action] = actionsOf([production([changed("name")], ["no response"])]);
    const body = action?.kind === "open" ? action.content.body : "";
    expect(body).toContain('| `name` | `"a"` | `"b"` |');
    expect(body).toContain("no response");
    expect(body.endsWith(`\n\n${link}`)).toBe(true);
  });
});

describe("the issues of several stacks", () => {
  const at = (folder: string, ...found: Parameters<typeof production>[0] & object) =>
    production(found, [], { folder });
  const missing = missingPart("b.json", "no report");

  test.each<[string, Check[], string[]]>([
    [
      "are separate",
      [[named("a", [gone]), named("b"), named("c", [], ["no response"])]],
      ["open: Drift in a", "open: Drift check of c failed"],
    ],
    [
      "are separate for stacks of one name in several folders",
      [
        [at(".", gone), at("infra/b", gone)],
        [at("."), at("infra/b", gone)],
      ],
      [
        "close: Drift in production: `production` no longer has drift.",
        "leave: Drift in infra/b:production",
      ],
    ],
    [
      "are closed for a stack that is no longer checked, but not for a different program",
      [[named("a", [gone]), named("@team", [gone]), at("infra", gone)], [named("a", [gone])]],
      ["leave: Drift in a", "close: Drift in `@team`: `@team` is no longer checked."],
    ],
    [
      "are not closed if a part of the report is missing",
      [[named("a", [gone])], [named("b"), missing]],
      [],
    ],
  ])("%s", (_, checks, expected) => {
    expect(summariesOf(...checks)).toEqual(expected);
  });

  test("of one stack are all closed, and the first is kept", () => {
    const open = actionsOf([named("a", [gone])]).reduce(openAfter, []);
    const kindsAfter = (stack: StackReport) =>
      decideOn(reportOn([stack]), [...open, ...open]).map(({ kind }) => kind);
    expect(kindsAfter(named("a", [live("b")]))).toEqual(["update"]);
    expect(kindsAfter(named("a"))).toEqual(["close", "close"]);
  });
});

const title = "Drift checks of more than 20 stacks need attention";
const failedStacks = (count: number) =>
  Array.from({ length: count }, (_, index) => named(`tenant-${index}`, [], ["expired"]));
const a = named("a", [gone]);
const why = "Each stack that drifted or couldn't be checked now has its own issue.";

test.each<[string, Check[], string[]]>([
  ["share one", [[a], [a, ...failedStacks(500)]], ["leave: Drift in a", `open: ${title}`]],
  ["share it while nothing is new", [failedStacks(21), failedStacks(21)], [`leave: ${title}`]],
  [
    "share it with another one, which is named",
    [failedStacks(30), [...failedStacks(30), named("@team", [gone])]],
    [`update: ${title}: ${title}. The findings have changed since the last check.`],
  ],
  [
    "share it until they have their own",
    [failedStacks(21), failedStacks(1)],
    ["open: Drift check of tenant-0 failed", `close: ${title}: ${why}`],
  ],
  [
    "share it while a part of the report is missing",
    [failedStacks(21), [named("b"), missingPart("parts/2.json", "is empty")]],
    [],
  ],
])("more than 20 stacks without an issue %s", (_, checks, expected) => {
  expect(summariesOf(...checks)).toEqual(expected);
});

describe("hostile names", () => {
  test.each(["name", "folder"])(
    "of a stack's %s are not live in a title, and end no marker",
    (key) => {
      const stacks = hostileNames.map((name) => production([gone], [], { [key]: name }));
      const contents = actionsOf(stacks).flatMap((action) =>
        action.kind === "open" ? action.content : [],
      );
      expect(contents).toHaveLength(stacks.length);
      for (const { title, body } of contents) {
        expect(title.length).toBeLessThan(256);
        expect(title).not.toMatch(/[\r\n\u202e]/);
        expect(outsideCode(title)).toMatch(/^Drift in (\(code\)|x+|x+:production)$/);
        const [marker = "", ...lines] = body.split("\n");
        expect(marker).toMatch(/^<!-- pulumi-auth0-native drift \{[^<>]*\} -->$/);
        expect(outsideCode(lines.join("\n"))).not.toMatch(/@|~label|^\//m);
      }
      expect(summariesOf(stacks, stacks).every((text) => text.startsWith("leave"))).toBe(true);
    },
  );
});

describe("an issue with much drift", () => {
  const many = Array.from({ length: 2000 }, (_, index) => ({
    ...live(`value-${index}`, `path-${index}`),
    urn: `${urn}${index}`,
    note: "|`".repeat(index % 500),
  }));
  const problems = Array.from({ length: 100 }, (_, index) => `${index} ${"<`".repeat(400)}`);

  test("stays within GitHub's limit, and its marker contains no value and no path", () => {
    const [action] = actionsOf([production(many, problems, { folder: "x".repeat(5000) })]);
    const body = action?.kind === "open" ? action.content.body : "";
    expect(body.length).toBeLessThan(64_000);
    expect(body).toContain("left out for lack of space");
    expect(body.match(/<details>/g)?.length).toBe(body.match(/<\/details>/g)?.length);
    const [marker = ""] = body.split("\n");
    expect(marker.length).toBeLessThan(200);
    expect(marker).not.toMatch(/value-|path-|urn/);
  });
});

test("a read back closes and updates its own stacks' issues alone, and says how to repair drift", () => {
  const both = ["production", "eu"].map((name) => named(name, [live("b")]));
  const opened = decideOn(reportOn(both), []).reduce(openAfter, []);
  const options = { isPartial: true, ways: "Run [apply](https://forge.example/apply)." };
  const readBack = (...resources: Parameters<typeof on>) =>
    decide(reportOn(on(...resources)), opened, link, options);
  expect(readBack().map(summary)).toEqual([
    "close: Drift in production: `production` no longer has drift.",
  ]);
  expect(readBack(live("c"))).toMatchObject([
    {
      kind: "update",
      content: { body: expect.stringContaining(`\n\n${options.ways}\n\n${link}`) },
    },
  ]);
});
