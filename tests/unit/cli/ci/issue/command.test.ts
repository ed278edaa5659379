import { describe, expect, test } from "@jest/globals";
import { keepIssues } from "../../../../../cli/ci/issue/command";
import { driftReport, type StackReport } from "../../../../../cli/reports/drift/report";
import { changed, gone, production } from "../../../../support/pipelines/driftReports";
import { token } from "../../../../support/pipelines/forge";
import { printedBy } from "../../../../support/pipelines/printed";
import { type Kind, kinds, withForge } from "../../../../support/pipelines/withForge";

const started = withForge();

async function run(kind: Kind, file: string, project?: string): Promise<string> {
  const text = await printedBy(() => keepIssues(file, { project }, started.environment(kind)));
  expect(text).not.toContain(token);
  return text;
}

const check = (kind: Kind, ...stacks: StackReport[]) => checkOf(undefined, kind, ...stacks);

function checkOf(project: string | undefined, kind: Kind, ...stacks: StackReport[]) {
  const report = driftReport(stacks, new Date(0), new Date(1000));
  started.write("drift.json", JSON.stringify(report));
  return run(kind, started.path("drift.json"), project);
}

const named = (name: string, ...[resources, problems]: Parameters<typeof production>) =>
  production(resources, problems, { name });
const missingPart = (name: string, message: string) =>
  production([], [message], { name, missing: true });

describe.each(kinds)("ci issue on %s", (kind) => {
  const opening = { GitHub: ["POST /labels", "POST /issues"], GitLab: ["POST /issues"] }[kind];
  const editing = { GitHub: "PATCH /issues/1", GitLab: "PUT /issues/1" }[kind];
  const commenting = { GitHub: "POST /issues/1/comments", GitLab: "POST /issues/1/notes" }[kind];
  const listing = { GitHub: ["GET /issues"], GitLab: ["GET /issues", "GET /user"] }[kind];

  test("opens, leaves, comments and edits, and closes an issue", async () => {
    const { forge } = started;
    expect(await check(kind, production([changed("name")]))).toBe(
      "exit code 0\nThe issue is opened: Drift in production.",
    );
    expect(forge.writes()).toEqual(opening);
    expect(forge.issues).toMatchObject([{ title: "Drift in production", labels: ["drift-check"] }]);

    expect(await check(kind, production([changed("name")]))).toContain("is left unchanged");
    expect(forge.writes()).toEqual([]);

    await check(kind, production([changed("name", "status")]));
    expect(forge.writes()).toEqual([commenting, editing]);
    const page = /\[Run\]\(https:\/\/git(hub|lab)\.example\/acme\/tenants\/\S+\/42\)$/;
    expect(forge.issues[0]?.notes).toMatchObject([{ body: expect.stringMatching(page) }]);
    expect(forge.issues[0]?.body).toContain("`status`");

    await check(kind, production());
    expect(forge.writes()).toEqual([commenting, editing]);
    expect(forge.issues).toMatchObject([{ state: "closed" }]);
  });

  test("keeps the issues of each project, even if stacks share one", async () => {
    const fleet = Array.from({ length: 21 }, (_, index) => named(`t${index}`, [gone]));
    for (const project of [undefined, "eu", "us"]) {
      await checkOf(project, kind, production([gone]));
      await checkOf(project, kind, production([gone]), ...fleet);
    }
    await checkOf("eu", kind, production(), ...fleet.map(({ name }) => named(name)));
    const ours = started.forge.issues.map(({ title, labels, state }) => [title, labels, state]);
    const shared = "Drift checks of more than 20 stacks need attention";
    expect(ours).toEqual([
      ["Drift in production", ["drift-check"], "open"],
      [shared, ["drift-check"], "open"],
      ["eu: Drift in production", ["drift-check-eu"], "closed"],
      [`eu: ${shared}`, ["drift-check-eu"], "closed"],
      ["us: Drift in production", ["drift-check-us"], "open"],
      [`us: ${shared}`, ["drift-check-us"], "open"],
    ]);
  });

  test("sends only one list request if no stack has drifted", async () => {
    const fleet = Array.from({ length: 500 }, (_, index) => named(`tenant-${index}`));
    expect(await check(kind, ...fleet)).toBe(
      "exit code 0\nThere is no drift and no issue to close.",
    );
    expect([...started.forge.requests].sort()).toEqual(listing);
  });

  test("finds its issue among others: not one of another stack, nor one of another author", async () => {
    const { forge } = started;
    await check(kind, production([gone]));
    const [first] = forge.issues;
    if (!first) throw new Error("no issue was opened");
    const { body } = first;
    const other = { ...first, number: 2, body: body.replace("production", "staging") };
    const unreadable = { ...first, number: 3, body: body.replace('"stack":', '"stack"') };
    const own = { ...first, number: 4 };
    Object.assign(first, { author: "somebody" });
    forge.issues.push(other, unreadable, own);
    forge.pageSize = 1;
    await check(kind, production(), named("staging", [gone]));
    expect(forge.issues.map(({ state }) => state)).toEqual(["open", "open", "open", "closed"]);
  });

  test("announces new drift at the next check if the comment was rejected", async () => {
    const { forge } = started;
    await check(kind, production([changed("name")]));
    forge.refuse = (request) => (request === commenting ? 502 : undefined);
    const both = production([changed("name", "status")]);
    expect(await check(kind, both)).toMatch(
      /^exit code 1\n.*wasn't updated: Drift in production: /,
    );
    forge.refuse = undefined;
    await check(kind, both);
    expect(forge.issues[0]?.notes).toMatchObject([{ body: expect.stringContaining("changed") }]);
  });

  test("keeps the other issues if one is rejected", async () => {
    const { forge } = started;
    forge.labels = ["drift-check"];
    const refusals = [403];
    forge.refuse = (request) => (request.startsWith("POST") ? refusals.pop() : undefined);
    const printed = await check(kind, named("a", [gone]), named("c", [gone]));
    expect(printed).toMatch(
      /^exit code 1\n.*\nerror: the issue wasn't opened: Drift in a: POST .* was rejected with 403/,
    );
    expect(forge.issues).toMatchObject([{ title: "Drift in c" }]);
  });
});

test("a stack that a merged report lacks has no issue, and is an error at the end", async () => {
  const printed = await check(
    "GitHub",
    missingPart("parts/b.json", "parts/b.json is missing"),
    missingPart("parts/a.json", "parts/a.json is empty\n::error::x"),
    named("a\u202e::", [gone]),
  );
  expect(printed.split("\n")).toEqual([
    ...["exit code 1", "The issue is opened: Drift in `a\\u202e::`."],
    "error: couldn't write an issue for parts/b.json: parts/b.json is missing",
    "error: couldn't write an issue for parts/a.json: parts/a.json is empty",
    "error: ::error::x",
  ]);
});

test("an unreadable report changes no issue", async () => {
  started.write("drift.json", '{"version":2}');
  const ended = await run("GitHub", started.path("drift.json"));
  expect(ended).toMatch(
    /^exit code 1\nerror: .*drift.json isn't a drift report: version must be 1/,
  );
  expect(started.forge.requests).toEqual([]);
});
