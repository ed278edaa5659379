import { describe, expect, test } from "@jest/globals";
import { driftReport } from "../../../../cli/shared/driftReport/report";
import { gone, live, production, urn } from "../../../support/pipelines/driftReports";
import { kinds } from "../../../support/pipelines/withForge";
import { withIssues } from "../../../support/pipelines/withIssues";

const issues = withIssues();
const { check, notes } = issues;

const named = (name: string, ...[resources, problems]: Parameters<typeof production>) =>
  production(resources, problems, { name });
const missing = (name: string, message: string) =>
  production([], [message], { name, missing: true });
const titles = () =>
  issues.forge.issues.filter(({ state }) => state === "open").map(({ title }) => title);

describe.each(kinds)("the issues of many stacks on %s", (kind) => {
  const listing = { GitHub: ["GET /issues"], GitLab: ["GET /issues", "GET /user"] }[kind];

  test("take one list, and nothing else if no stack has drifted", async () => {
    const fleet = Array.from({ length: 500 }, (_, index) => named(`tenant-${index}`));
    expect(await check(kind, ...fleet)).toBe("exit code 0\nNo drift, no issue: 500 stacks.");
    expect([...issues.forge.requests].sort()).toEqual(listing);
  });

  test("are kept for each stack alone", async () => {
    const { forge } = issues;
    await check(kind, named("a", [gone]), named("b"), named("c", [], ["no answer"]));
    expect(titles()).toEqual(["Drift in a", "Drift check of c failed"]);
    expect(forge.issues[0]?.body).not.toContain("no answer");
    forge.requests.splice(0);

    const printed = await check(kind, named("a"), named("b", [gone]), named("c", [gone]));
    expect(titles()).toEqual(["Drift in c", "Drift in b"]);
    expect(forge.requests.filter((request) => request === "GET /issues")).toHaveLength(1);
    expect(printed.split("\n")).toEqual([
      "exit code 0",
      "No drift: the issue is closed: a.",
      "An issue is opened: Drift in b.",
      "The issue is updated: Drift in c.",
    ]);
  });

  test.each([403, 410])(
    "are kept although that of one stack is refused with %i",
    async (status) => {
      const { forge } = issues;
      await check(kind, named("b", [gone]));
      let refused = false;
      forge.refuse = (request) => {
        if (refused || !/^(POST|PUT|PATCH)/.test(request)) return undefined;
        refused = true;
        return status;
      };
      forge.labels = ["drift-check"];
      const printed = await check(kind, named("a", [gone]), named("b"), named("c", [gone]));
      expect(printed).toMatch(/^exit code 1\n/);
      expect(printed).toMatch(
        new RegExp(
          `^error: the issue of a was not updated: POST .* was refused with ${status}`,
          "m",
        ),
      );
      expect(titles()).toEqual(["Drift in c"]);
    },
  );
});

describe("more than 20 stacks without an issue", () => {
  const shared = "Drift checks of more than 20 stacks need attention";
  const failed = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) =>
      named(`tenant-${from + index}`, [], ["the token has expired"]),
    );

  test.each(kinds)("share one on %s, until they have their own", async (kind) => {
    const { forge } = issues;
    await check(kind, named("a", [gone]));
    await check(kind, named("a", [gone]), ...failed(0, 500));
    expect(titles()).toEqual(["Drift in a", shared]);
    expect(forge.issues[1]?.body).toContain("`tenant-7`");
    expect(forge.issues[1]?.body.length).toBeLessThan(65_536);

    forge.writes();
    expect(await check(kind, named("a", [gone]), ...failed(0, 500))).toContain(
      `The issue is left: ${shared}, and nothing is new.`,
    );
    expect(forge.writes()).toEqual([]);

    await check(kind, named("a"), ...failed(0, 30));
    expect(notes(2)).toEqual([]);
    await check(kind, ...failed(0, 30), named("@team", [gone]));
    expect(notes(2)).toEqual(["New since the last check: `@team`."]);

    await check(kind, ...failed(0, 1));
    expect(titles()).toEqual(["Drift check of tenant-0 failed"]);
  });

  test("keep the one that they share if a part of the report is missing", async () => {
    await check("GitHub", ...failed(0, 21));
    const part = missing("shard 2/2", "no report");
    expect(await check("GitHub", named("b"), part)).toContain("exit code 1");
    expect(titles()).toEqual([shared]);
    await check("GitHub", named("b"));
    expect(titles()).toEqual([]);
  });
});

test("what a merged report lacks has no issue, and is an error after the others are done", async () => {
  const printed = await check(
    "GitHub",
    missing("shard 2/8", "no report of the shard 2/8 was given"),
    missing("parts/a.json", "parts/a.json is empty\n::error::x"),
    named("a", [gone]),
  );
  expect(titles()).toEqual(["Drift in a"]);
  expect(printed.split("\n")).toEqual([
    "exit code 1",
    "An issue is opened: Drift in a.",
    "error: shard 2/8 has no issue: no report of the shard 2/8 was given",
    "error: parts/a.json has no issue: parts/a.json is empty",
    "error: ::error::x",
  ]);
});

test("stacks of one name in several folders have their own issues", async () => {
  const at = (folder: string, ...resources: Parameters<typeof production>[0] & object) =>
    production(resources, [], { folder });
  await check("GitHub", at(".", gone), at("infra/b", gone), at("../c", gone));
  expect(titles()).toEqual([
    "Drift in production",
    "Drift in infra/b:production",
    "Drift in ../c:production",
  ]);
  await check("GitHub", at("."), at("infra/b"), at("../c", gone));
  expect(titles()).toEqual(["Drift in ../c:production"]);
  await check("GitHub", at(".", gone));
  expect(titles()).toEqual(["Drift in ../c:production", "Drift in production"]);
});

test("the issue of a stack that is no longer checked is closed with a sentence", async () => {
  const infra = production([gone], [], { folder: "infra" });
  await check("GitHub", named("a", [gone]), named("@team", [], ["failed"]), infra);
  expect(await check("GitHub", named("a", [gone]))).toBe(
    [
      ...["exit code 0", "The issue is left: Drift in a, and nothing is new."],
      "No longer checked: the issue is closed: @team.",
    ].join("\n"),
  );
  // The other program was not checked at all.
  expect(titles()).toEqual(["Drift in a", "Drift in infra:production"]);
  expect(notes(2)).toEqual(["`@team` is no longer checked."]);
});

test("a part of a report closes no issue of a stack that it does not contain", async () => {
  await check("GitHub", named("a", [gone]));
  await check("GitHub", named("b"), missing("shard 2/2", "no report"));
  const shard = driftReport([named("b")], new Date(0), new Date(1), { index: 1, count: 2 });
  issues.write("shard.json", JSON.stringify(shard));
  await issues.run("GitHub", issues.path("shard.json"));
  expect(titles()).toEqual(["Drift in a"]);
});

test("a marker contains no value and no path, however many drifts it remembers", async () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...live(`value-${index}`, `path-${index}`),
    urn: `${urn}${index}`,
  }));
  await check("GitHub", production(many));
  const [marker = ""] = issues.forge.issues[0]?.body.split("\n") ?? [];
  expect(marker.length).toBeLessThan(8_200);
  expect(marker).not.toMatch(/value-|path-|urn/);
});
