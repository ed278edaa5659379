import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import {
  type Criteria,
  type DeliveryReport,
  deliveryReport,
  type StreamFindings,
  type StreamPlace,
  type StreamReport,
  streamReport,
  uncheckedReport,
} from "../../../cli/deliveries/check/report";
import type { FailureGroup } from "../../../cli/deliveries/failureGroups";
import { formats } from "../../../provider/schema/formats";
import { hostileTexts } from "../drift/driftReports";
import { root } from "../project";
import { jsonCopy } from "../values/inputs";

const startedAt = new Date("2026-03-04T05:32:02.120Z");
const finishedAt = new Date("2026-03-04T05:32:16.480Z");

const reportOf = (streams: StreamReport[], criteria: Criteria = { maxFailed: 0 }): DeliveryReport =>
  deliveryReport(streams, criteria, startedAt, finishedAt);

const place = (name: string, stack = "production"): StreamPlace => ({
  name,
  id: `est_${name.replace(/\W/g, "").padEnd(22, "0").slice(0, 22)}`,
  tenant: `${stack}.eu.auth0.com`,
  stack,
  folder: ".",
});

const stream = (
  where: StreamPlace,
  findings: Partial<StreamFindings> = {},
  criteria: Criteria = { maxFailed: 0 },
): StreamReport =>
  streamReport(where, { status: "enabled", failed: 0, groups: [], ...findings }, criteria);

const minutesBefore = (minutes: number) => finishedAt.getTime() - minutes * 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Groups whose deliveries failed between two times, in minutes before the check. */
function failures(
  groups: { message: string; eventType: string; count: number; from: number; to: number }[],
): Pick<StreamFindings, "failed" | "first" | "last" | "groups"> {
  let failed = 0;
  const reports = groups.map(({ message, eventType, count, from, to }): FailureGroup => {
    failed += count;
    return {
      message,
      eventType,
      count,
      first: iso(minutesBefore(from)),
      last: iso(minutesBefore(to)),
      example: `evt_${String(failed).padStart(22, "0")}`,
    };
  });
  if (failed === 0) return { failed, groups: reports };
  const first = iso(minutesBefore(Math.max(...groups.map(({ from }) => from))));
  const last = iso(minutesBefore(Math.min(...groups.map(({ to }) => to))));
  return { failed, first, last, groups: reports };
}

const unavailable = "503 Service Unavailable";
const refused = "connect ECONNREFUSED 203.0.113.7:443";

const crm = failures([
  { message: unavailable, eventType: "user.created", count: 431, from: 198, to: 2 },
  { message: unavailable, eventType: "user.updated", count: 88, from: 190, to: 5 },
  {
    message: "request timed out after 10000 ms",
    eventType: "user.created",
    count: 12,
    from: 199,
    to: 120,
  },
]);

const clean = reportOf(
  ["crm", "audit", "to-aws", "billing"].map((name, index) =>
    stream(
      place(name),
      index === 1
        ? failures([
            { message: unavailable, eventType: "user.deleted", count: 3, from: 50, to: 40 },
          ])
        : { status: name === "billing" ? "disabled" : "enabled" },
      { maxFailed: 10 },
    ),
  ),
  { maxFailed: 10, since: iso(minutesBefore(60)), eventTypes: ["user.created", "user.deleted"] },
);

const failing = reportOf([
  stream(place("audit")),
  stream(place("crm"), { status: "disabled", ...crm }),
  stream(place("to-aws")),
  stream(place("billing", "staging")),
]);

const unchecked = reportOf([
  stream(place("crm"), {
    ...crm,
    error:
      "GET /event-streams/est_crm0000000000000000000/deliveries (production.eu.auth0.com): 503 after 5 attempts.\nAuth0 returned an error. Try again later.",
  }),
  stream(
    { name: "orders", id: "est_orders0000000000000000", tenant: "eu.auth0.com" },
    { status: "unknown" },
  ),
  uncheckedReport(
    { name: "all streams", stack: "staging", folder: "infra/auth0", missing: "unlisted" },
    "GET /event-streams (staging.eu.auth0.com): 403 insufficient_scope: Insufficient scope.\nGrant the scope read:event_streams to the application.",
  ),
  uncheckedReport(
    { name: "legacy", stack: "sandbox", folder: "." },
    "the stack sandbox has no event stream legacy: its streams are crm, audit",
  ),
]);

/** A report with a stream for each text, in which every free text is that text. */
export const deliveryReportFullOf = (given: string[]): DeliveryReport =>
  reportOf(
    given.map((text, index) => {
      const group = { message: text, eventType: text, from: 60 * (index + 1), to: index };
      return stream(
        { name: text, id: text, tenant: text, stack: text, folder: text },
        {
          status: index % 3 === 0 ? "disabled" : "enabled",
          ...failures([{ ...group, count: 10 * index + 1 }]),
          ...(index % 2 === 0 && { error: text }),
        },
      );
    }),
  );

/** Many streams with many kinds of failures, at different times. */
const many = reportOf([
  ...deliveryReportFullOf(hostileTexts).streams,
  ...Array.from({ length: 24 }, (_, index) =>
    stream(
      place(`stream-${index + 1}`, index % 2 === 0 ? "acme/production" : "acme/staging"),
      failures(
        Array.from({ length: (index % 5) * 8 }, (_, kind) => ({
          message: kind % 2 === 0 ? `${500 + kind} from the receiver` : refused,
          eventType: "user.created",
          count: (index + 3) * (kind + 1),
          from: 60 * (index + 2),
          to: 7 * kind,
        })),
      ),
    ),
  ),
]);

export const deliveryReports = { clean, failing, unchecked, many, empty: reportOf([]) };

const schema = JSON.parse(readFileSync(join(root, "cli", "delivery-report.schema.json"), "utf8"));
const ajv = new Ajv2020({ formats });

/** A report's violations of its schema. */
export function violationsOfReport(report: unknown): unknown[] {
  ajv.validate(schema, jsonCopy(report));
  return ajv.errors ?? [];
}
