import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { markdown } from "../../../../../cli/deliveries/check/render/markdown";
import { errorsOf, verdict } from "../../../../../cli/deliveries/check/render/summary";
import { terminal } from "../../../../../cli/deliveries/check/render/terminal";
import { deliveryReport } from "../../../../../cli/deliveries/check/report";
import {
  deliveryReportFullOf,
  deliveryReports,
} from "../../../../support/deliveries/deliveryReports";
import { harmlessText, hostile } from "../../../../support/values/hostileText";
import { expectWholeTables, outsideCode } from "../../../../support/values/markdown";

const { clean, failing, unchecked, many, empty } = deliveryReports;

test.each([
  ["No failing stream among 4 streams, 1 disabled", clean],
  ["1 of 4 streams is failing", failing],
  [
    "1 of 3 streams is failing, 1 could not be checked, 1 checked only in part, 1 stack could not be checked",
    unchecked,
  ],
  ["No stream was checked", empty],
])("the verdict is %j", (expected, report) => {
  expect(verdict(report)).toBe(expected);
});

test("an error of several kinds of events is shown once, with all of its failures", () => {
  const eventTypes = ["user.created", "user.updated", "user.deleted", "group.created"];
  const groups = eventTypes.map((eventType, index) => ({
    message: "503",
    eventType,
    count: 10 - index,
    first: `2026-03-04T0${5 - index}:00:00.000Z`,
    last: `2026-03-04T0${9 - index}:00:00.000Z`,
    example: "evt_1",
  }));
  const other = { message: "timeout", eventType: "user.created", count: 11, example: "evt_2" };
  expect(errorsOf([other, ...groups])).toEqual([
    {
      message: "503",
      eventTypes,
      count: 34,
      first: "2026-03-04T02:00:00.000Z",
      last: "2026-03-04T09:00:00.000Z",
    },
    { message: "timeout", eventTypes: ["user.created"], count: 11 },
  ]);
});

test.each([
  ["terminal", terminal],
  ["Markdown", markdown],
])(
  "a disabled stream without failures is shown with the command that enables it: %s",
  (_, render) => {
    const text = render(clean);
    expect(text).toMatch(
      /billing.* in production.*no failed delivery, disabled: it gets no events/,
    );
    expect(text).toMatch(/Enable: `?pulumi up --refresh --stack production/);
    expect(text).not.toContain(" ago");
    const streams = clean.streams.map((stream) => ({ ...stream, disabledInState: true }));
    expect(render({ ...clean, streams })).toMatch(
      /Set status: "enabled" in the program, then enable: `?pulumi up --refresh/,
    );
  },
);

describe("the report in a terminal", () => {
  test("starts with the failing streams, and ends with the verdict", () => {
    const lines = terminal(unchecked).trim().split("\n");
    expect(lines[0]).toBe("× crm in production: 531 failed deliveries");
    expect(lines.at(-1)).toContain(verdict(unchecked));
  });

  test("shows 100 of 130 failing streams, and the number of the others", () => {
    const text = terminal(deliveryReportFullOf(Array.from({ length: 130 }, () => "crm")));
    expect(text.split("Send again:")).toHaveLength(100 + 1);
    expect(text).toContain("And 30 other streams. The JSON report is complete.");
  });

  test("runs no workflow command of GitHub, and changes no terminal", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = terminal(deliveryReportFullOf([`::error::${text}`, `##[group]${text}`]));
        expect(shown).not.toMatch(/^\s*::|##\[/m);
        expect(shown.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\u202e/u);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the report in Markdown", () => {
  test("contains texts from outside only as code", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const rendered = markdown(deliveryReportFullOf([text]));
        const harmless = markdown(deliveryReportFullOf([harmlessText(text)]));
        expect(outsideCode(rendered)).toBe(outsideCode(harmless));
        expect(outsideCode(rendered)).not.toMatch(/`|@|#\d/);
        expectWholeTables(rendered);
      }),
      { numRuns: 100 },
    );
  });

  test("names each error, and the commands to run next", () => {
    const text = markdown(failing);
    expect(text).toContain("| 519 | `503 Service Unavailable` | `user.created`, `user.updated` |");
    expect(text).toContain(
      "```sh\nnpx pulumi-auth0-native deliveries redeliver --stack production est_crm0000000000000000000\n```",
    );
    expect(text).toContain("```sh\npulumi up --refresh --stack production\n```");
    expect(text).toContain("· since 2026-03-04 02:13:16 UTC, 3 hours before the check ·");
    expect(text).not.toContain("Left out");
  });

  test("says what the counts of a stream leave open", () => {
    const streams = failing.streams.map((stream) => ({ ...stream, status: "unknown" as const }));
    const text = markdown({ ...failing, streams });
    expect(text).toContain("531 failed deliveries, status unknown");
    expect(text).toContain("grant the scope read:event_streams");
  });

  test("stays below 60,000 characters, and says what was left out and where to find it", () => {
    const long = deliveryReportFullOf(Array.from({ length: 300 }, () => "|`".repeat(5_000)));
    const streams = [...long.streams, ...Array.from({ length: 20 }, () => many.streams).flat()];
    const rendered = markdown(deliveryReport(streams, long.criteria, new Date(0), new Date(0)));
    expect(rendered.length).toBeLessThan(60_000);
    expect(rendered).toMatch(
      /\*\*Left out for lack of space: .*[\d,]+ failing streams, .*\*\* The JSON report is complete/,
    );
    expectWholeTables(rendered);
  });
});
