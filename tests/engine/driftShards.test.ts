import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DriftReport } from "../../cli/shared/driftReport/report";
import { driftCommand } from "../support/drift/command";
import { problemsOfReport } from "../support/drift/driftReports";
import { type Fleet, fleet } from "../support/drift/fleet";

const program = `
  const { EventStream } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "crm",
    destination: { type: "action", configuration: { actionId: "5f3c1a52-action" } },
  });
`;

let all: Fleet;
beforeAll(async () => {
  all = await fleet(4, program, 2);
  await all.project.pulumi("stack", "rm", "test", "--yes");
  for (const stream of all.members[1]?.tenant.streams.values() ?? []) stream.name = "renamed";
});
afterAll(() => all.remove());

const drift = (...args: string[]) => driftCommand(all.project, ...args);

const written = (file: string): DriftReport =>
  JSON.parse(readFileSync(join(all.project.folder, file), "utf8"));

/** A report without what differs between two checks of the same. */
function withoutTimes({ startedAt: _s, finishedAt: _f, ...report }: DriftReport) {
  return report;
}

const tenants = () => [...new Set(all.members.map(({ tenant }) => tenant))];

test("shards check each stack once, and their merged report is that of the whole", async () => {
  const whole = await drift("--all", "--json", "whole.json");
  expect(whole.code).toBe(2);
  for (const tenant of tenants()) tenant.clearRequests();

  const parts = ["parts/1.json", "parts/2.json"];
  for (const [index, file] of parts.entries()) {
    const { code } = await drift(
      "--all",
      "--shard",
      `${index + 1}/2`,
      "--json",
      file,
      "--exit-codes",
      "report",
    );
    expect(code).toBe(0);
    expect(written(file)).toMatchObject({ shard: { index: index + 1, count: 2, stacks: 4 } });
    expect(written(file).stacks).toHaveLength(2);
    expect(problemsOfReport(written(file))).toEqual([]);
  }
  // A check of a stack requests one token.
  expect(tenants().map((tenant) => tenant.tokenRequests())).toEqual([2, 2]);

  const merged = await drift("merge", ...parts, "--json", "merged.json", "--markdown", "merged.md");
  expect(merged.code).toBe(2);
  expect(merged.stdout).toContain("2 of 4 stacks drifted");
  expect(withoutTimes(written("merged.json"))).toEqual(withoutTimes(written("whole.json")));
  expect(written("merged.json")).toMatchObject({
    startedAt: written("parts/1.json").startedAt,
    finishedAt: written("parts/2.json").finishedAt,
  });
  expect(written("whole.json").stacks.map(({ name, result }) => [name, result])).toEqual(
    all.members.map(({ stack }, index) => [stack, index % 2 === 0 ? "clean" : "drift"]),
  );
});

test("a shard without stacks is a clean report", async () => {
  const { code } = await drift("--shard", "9/9", "--all", "--json", "empty.json");
  expect(code).toBe(0);
  expect(written("empty.json")).toMatchObject({
    result: "clean",
    shard: { index: 9, count: 9 },
    stacks: [],
  });
});

test("stacks that are named are divided, too, in any order of arguments", async () => {
  const [first, second] = all.members.map(({ stack }) => stack) as [string, string];
  for (const shard of ["1/2", "2/2"]) {
    const file = `named/${shard}.json`;
    const args = [second, "--json", file, first, "--parallel", "1", "--shard", shard];
    expect([0, 2]).toContain((await drift(...args)).code);
  }
  const names = ["1/2", "2/2"].map((shard) => written(`named/${shard}.json`).stacks);
  expect(names.map(({ length }) => length)).toEqual([1, 1]);
  expect(
    names
      .flat()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([first, second]);
});

test("a part that was cut off is a failure of the merged report", async () => {
  const { code, stdout } = await drift(
    "merge",
    "parts/1.json",
    "index.js",
    "--exit-codes",
    "report",
  );
  expect(code).toBe(1);
  expect(stdout).toContain("Could not be checked: (index.js)\n  ! index.js is not JSON\n");
  expect(stdout).toContain("Could not be checked: (shard 2/2)");
});

test("a stack called merge is checked if its folder is named", async () => {
  const { code, stdout } = await drift(".:merge");
  expect(code).toBe(1);
  expect(stdout).toContain("no stack named 'merge' found");
});

test.each([
  [["--all", "--shard", "0/8"], "argument '0/8' is invalid. Give the number of the shard"],
  [["--shard", "1/2"], "--shard divides several stacks: name them, or pass --all"],
  [["merge"], "missing required argument 'files'"],
  [["merge", "a.json", "--html", "-", "--json", "-"], "standard output takes one of"],
])("%j is refused", async (args, message) => {
  const { code, text } = await drift(...args);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/^error: /) });
  expect(text).toContain(message);
});
