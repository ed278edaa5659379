import { describe, expect, test } from "@jest/globals";
import { remedies } from "../../../../../cli/drift/render/remedies";
import { comparedSummary, verdict } from "../../../../../cli/drift/render/summary";
import {
  driftReport,
  type ResourceReport,
  type StackReport,
  stackReport,
} from "../../../../../cli/drift/report";
import { displayName, escapeInvisible, jsonLines } from "../../../../../cli/shared/text";
import { formatDuration, formatTime } from "../../../../../cli/shared/time";
import { driftReports, problemsOfReport } from "../../../../support/drift/driftReports";

test.each(Object.entries(driftReports))("the sample report %s is of the report's form", (_, it) => {
  expect(problemsOfReport(it)).toEqual([]);
});

const one = (result: ResourceReport["result"]): ResourceReport => ({
  urn: "urn:pulumi:prod::auth0::x::crm",
  type: "EventStream",
  name: "crm",
  id: "est_1",
  result,
  properties: [],
});

const stack = (rest: Partial<StackReport> = {}) =>
  stackReport({ name: "prod", folder: ".", problems: [], checked: 3, resources: [], ...rest });

const kinds = {
  clean: stack(),
  drift: stack({ resources: [one("changed")] }),
  gone: stack({ resources: [one("gone")] }),
  unverifiable: stack({ checked: 0, resources: [one("unverifiable")] }),
  failed: stack({ checked: 0, problems: [{ message: "no token" }] }),
  partly: stack({ problems: [{ message: "no answer" }] }),
  both: stack({ problems: [{ message: "no answer" }], resources: [one("changed")] }),
};

const now = new Date(0);
const reportOf = (...names: (keyof typeof kinds)[]) =>
  driftReport(
    names.map((name) => kinds[name]),
    now,
    now,
  );

describe("the verdict", () => {
  test.each([
    ["No stack was checked", []],
    ["No drift in 1 stack", ["clean"]],
    ["No drift in 2 stacks; 1 object cannot be verified", ["clean", "unverifiable"]],
    ["Nothing to compare in 1 stack; 1 object cannot be verified", ["unverifiable"]],
    ["1 of 1 stack drifted", ["drift"]],
    ["2 of 3 stacks drifted", ["drift", "clean", "gone"]],
    ["1 of 3 stacks drifted, 1 could not be checked", ["drift", "clean", "failed"]],
    ["1 of 2 stacks could not be checked; no difference in the other 1", ["failed", "clean"]],
    ["1 of 1 stack checked only in part", ["partly"]],
    ["1 of 2 stacks could not be checked, 1 checked only in part", ["partly", "failed"]],
    ["1 of 1 stack drifted, 1 checked only in part", ["both"]],
  ] as [string, (keyof typeof kinds)[]][])("%s", (said, names) => {
    expect(verdict(reportOf(...names))).toBe(said);
  });

  test("never says of what cannot be verified that it did not drift", () => {
    expect(comparedSummary(kinds.unverifiable)).toBe("nothing to compare, 1 cannot be verified");
    expect(comparedSummary(kinds.clean)).toBe("3 compared");
  });
});

describe("the next step", () => {
  const lines = (name: string, folder: string) =>
    remedies(stack({ name, folder })).map(({ line }) => line);

  test("is a repair, or to accept what is there, in the stack's folder", () => {
    expect(lines("acme/prod", ".")).toEqual([
      "pulumi up --refresh --stack acme/prod",
      "pulumi refresh --stack acme/prod",
    ]);
    expect(lines("prod", "infra/auth0")[0]).toBe(
      "pulumi up --refresh --stack prod --cwd infra/auth0",
    );
  });

  test.each([
    ["a b", "'a b'"],
    ["$(id)", "'$(id)'"],
    ["it's; rm", "'it'\\''s; rm'"],
    ["-x", "'-x'"],
    ["~", "'~'"],
    ["", "''"],
    ["a\nb", "'a\\nb'"],
  ])("takes a name as one word, whatever it holds: %j", (name, word) => {
    expect(lines(name, ".")[1]).toBe(`pulumi refresh --stack ${word}`);
  });
});

describe("values", () => {
  test("are JSON, on one line where that is short; a secret is no text", () => {
    expect(jsonLines("10")).toEqual(['"10"']);
    expect(jsonLines(10)).toEqual(["10"]);
    expect(jsonLines({ a: [1, null] })).toEqual(['{ "a": [ 1, null ] }']);
    expect(jsonLines({ a: "x".repeat(60) })).toHaveLength(3);
    expect(jsonLines("[secret]")).toEqual(["[secret]"]);
  });

  test("show what nobody would see", () => {
    expect(escapeInvisible("a\u202Eb\u200B\n\u0000\ud800")).toBe(
      "a\\u202eb\\u200b\\n\\u0000\\ud800",
    );
    expect(escapeInvisible("crm\u3164\u206a\u{e0041}")).toBe("crm\\u3164\\u206a\\u{e0041}");
    expect(escapeInvisible("👩‍💻 ❤️ مرحبا")).toBe("👩‍💻 ❤️ مرحبا");
    expect([displayName(""), displayName("  "), displayName("crm")]).toEqual(['""', '"  "', "crm"]);
  });

  test("of time are absolute; what is no time stays what it is", () => {
    expect(formatTime("2026-03-04T07:58:12.480+01:00")).toBe("2026-03-04 06:58:12 UTC");
    expect(formatTime("yesterday\n")).toBe("yesterday\\n");
    const took = (milliseconds: number) =>
      formatDuration(now.toISOString(), new Date(milliseconds).toISOString());
    expect([took(420), took(14_360), took(59_700), took(200_000)]).toEqual([
      "0.4 s",
      "14 s",
      "1 min 0 s",
      "3 min 20 s",
    ]);
  });
});
