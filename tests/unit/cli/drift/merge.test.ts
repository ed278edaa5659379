import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { mergeReports, type Part } from "../../../../cli/drift/merge";
import {
  type DriftReport,
  driftReport,
  type ManagedObject,
  type StackReport,
  stackReport,
} from "../../../../cli/reports/drift/report";
import { problemsOfReport } from "../../../support/drift/driftReports";

const start = new Date("2026-03-04T06:00:00.000Z");
const end = new Date("2026-03-04T06:10:00.000Z");

const drifted = (path: string): StackReport["resources"][number] => ({
  urn: `urn:pulumi:s::p::t::${path}`,
  kind: "EventStream",
  name: path,
  id: "est_1",
  result: "changed",
  properties: [{ path, expected: 1, live: null }],
});

/** A URN of the plugin for the kind of object, which the dynamic provider also serves. */
const urnOf = (name: string, kind = "EventStream") =>
  `urn:pulumi:s::p::${name === "one" ? "pulumi-nodejs:dynamic/auth0-native" : "auth0-native:index"}:${kind}::${name}`;

const stack = (name: string, changes: Partial<StackReport> = {}): StackReport =>
  stackReport({ name, folder: ".", problems: [], checked: 1, resources: [], ...changes });

const reportOf = (stacks: StackReport[], from = start, to = end): DriftReport =>
  driftReport(stacks, from, to);

const part = (file: string, stacks: StackReport[]): Part => ({ file, report: reportOf(stacks) });

/** The names and problems of the failures in a merged report. */
const failuresIn = (report: DriftReport) =>
  Object.fromEntries(
    report.stacks
      .filter(({ missing }) => missing)
      .map(({ name, problems }) => [name, problems.map(({ message }) => message)]),
  );

const stacks = fc
  .uniqueArray(
    fc.record({
      folder: fc.constantFrom(".", "../b", "a"),
      name: fc.stringMatching(/^\w{1,4}$/),
      checked: fc.nat(100),
      paths: fc.array(fc.string(), { maxLength: 2 }),
      failures: fc.array(fc.string(), { maxLength: 1 }),
    }),
    { selector: ({ folder, name }) => `${folder}:${name}`, maxLength: 12 },
  )
  .map((all) =>
    all.map(({ folder, name, checked, paths, failures }) =>
      stack(name, {
        folder,
        checked,
        resources: paths.map(drifted),
        problems: failures.map((message) => ({ message })),
      }),
    ),
  );

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const sorted = (all: StackReport[]) =>
  [...all].sort((a, b) => compare(a.folder, b.folder) || compare(a.name, b.name));

test("the parts of a report merge to the whole report, in any order", () => {
  fc.assert(
    fc.property(stacks, fc.integer({ min: 1, max: 15 }), fc.boolean(), (all, count, reverse) => {
      const parts = Array.from({ length: count }, (_, index) =>
        part(
          `${index}`,
          all.filter((_, at) => at % count === index),
        ),
      );
      const merged = mergeReports(reverse ? parts.reverse() : parts);
      const times = { startedAt: start.toISOString(), finishedAt: end.toISOString() };
      expect(merged).toEqual(reportOf(sorted(all).map((one) => ({ ...one, ...times }))));
      expect(problemsOfReport(merged)).toEqual([]);
    }),
  );
});

const at = (minute: number) => new Date(start.getTime() + minute * 60_000);
const timed = (file: string, from: number, to: number): Part => ({
  file,
  report: reportOf([stack(file)], at(from), at(to)),
});
const timesOf = ({ startedAt, finishedAt }: { startedAt?: string; finishedAt?: string }) => [
  startedAt,
  finishedAt,
];

test("a merged check starts and ends with its parts, and stacks keep their times", () => {
  const merged = mergeReports([timed("a", 3, 4), timed("b", 1, 9), timed("c", 2, 5)]);
  const iso = (...minutes: number[]) => minutes.map((minute) => at(minute).toISOString());
  expect(timesOf(merged)).toEqual(iso(1, 9));
  expect(merged.stacks.map(timesOf)).toEqual([iso(3, 4), iso(1, 9), iso(2, 5)]);
  const again = mergeReports([{ file: "merged", report: merged }]);
  expect(again.stacks.map(timesOf)).toEqual(merged.stacks.map(timesOf));
});

test("a tenant of two parts has its unmanaged objects once", () => {
  const unmanaged = [{ kind: "EventStream", name: "crm", id: "est_1", tenant: "a.eu.auth0.com" }];
  const merged = mergeReports([
    part("2.json", [stack("b", { unmanaged })]),
    part("1.json", [stack("a", { unmanaged })]),
  ]);
  expect(merged.summary).toMatchObject({ drift: 1, clean: 1, unmanaged: 1 });
  expect(merged.stacks.map((one) => one.unmanaged)).toEqual([unmanaged, []]);
  expect(problemsOfReport(merged)).toEqual([]);
});

test.each<[string, Partial<ManagedObject>, string[]]>([
  ["one object of two resources", {}, ["b as two", "a as one"]],
  ["a resource that both parts have under other names", { urn: urnOf("one") }, []],
  ["another tenant", { tenant: "b.eu.auth0.com" }, []],
  ["another kind", { urn: urnOf("two", "RateLimitPolicy") }, []],
])("the owners in two parts are compared by tenant, kind, and id: %s", (_, other, expected) => {
  const object = { id: "est_1", tenant: "a.eu.auth0.com", urn: urnOf("one") };
  const merged = mergeReports([
    part("1.json", [stack("a", { managed: [object] })]),
    part("2.json", [stack("b", { managed: [{ ...object, urn: urnOf("two"), ...other }] })]),
  ]);
  const ownersIn = ({ stacks }: DriftReport) =>
    stacks.flatMap(({ shared = [] }) =>
      shared.flatMap(({ owners }) => owners.map((owner) => `${owner.stack} as ${owner.name}`)),
    );
  expect(ownersIn(merged)).toEqual(expected);
  expect(merged.result).toBe(expected.length > 0 ? "drift" : "clean");
  expect(problemsOfReport(merged)).toEqual([]);
  // The other owner can be in a stack that only the part's own check has read.
  const again = mergeReports([{ file: "a", report: reportOf(merged.stacks.slice(0, 1)) }]);
  expect(ownersIn(again)).toEqual(expected.slice(0, 1));
});

test("a part that cannot be read is a failure beside the others", () => {
  const merged = mergeReports([
    part("a.json", [stack("a")]),
    { file: "bad.json", failure: "bad.json is empty" },
    part("c.json", [stack("c", { resources: [drifted("x")] })]),
  ]);
  expect(failuresIn(merged)).toEqual({ "bad.json": ["bad.json is empty"] });
  expect(merged).toMatchObject({ result: "failed", summary: { clean: 1, drift: 1, failed: 1 } });
  expect(problemsOfReport(merged)).toEqual([]);
});

test("parts that are all unreadable merge to failures", () => {
  const now = new Date("2026-05-01T00:00:00.000Z");
  const merged = mergeReports([{ file: "a.json", failure: "a.json is not JSON" }], now);
  expect(merged).toMatchObject({
    result: "failed",
    startedAt: now.toISOString(),
    finishedAt: now.toISOString(),
  });
  expect(failuresIn(merged)).toEqual({ "a.json": ["a.json is not JSON"] });
});

test("a stack in two parts is a failure, and is reported once with the first result", () => {
  const merged = mergeReports([
    part("1.json", [stack("a"), stack("b")]),
    part("2.json", [stack("a", { resources: [drifted("x")] }), stack("a", { folder: "other" })]),
    part("3.json", [stack("a"), stack("b")]),
  ]);
  expect(failuresIn(merged)).toEqual({
    "2.json": ["the stack a is also in 1.json. Check it in only one part"],
    "3.json": [
      "the stack a is also in 1.json. Check it in only one part",
      "the stack b is also in 1.json. Check it in only one part",
    ],
  });
  expect(merged.stacks.filter(({ name }) => name === "a")).toMatchObject([
    stack("a"),
    stack("a", { folder: "other" }),
  ]);
});
