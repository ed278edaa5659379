import { type Content, type Html, html, isolatedText } from "../../../../shared/html";
import { article, factList, remedyList } from "../../../../shared/page/document";
import { displayName, escapedLines, formatNumber } from "../../../../shared/text";
import { formatTime, formatUtc } from "../../../../shared/time";
import type { FailuresOverTime } from "../../failureTimes";
import type { DeliveryReport, StreamReport } from "../../report";
import { type ErrorSummary, errorsOf, someOf } from "../errors";
import { enableSteps, nextSteps } from "../nextSteps";
import {
  countedIn,
  countFailed,
  findingText,
  isPartial,
  type NumberedStream,
  sinceText,
  streamLabel,
  timeText,
} from "../summary";
import { texts } from "../texts";
import { labels, link } from "./streamsTable";
import { spanText } from "./timeAxis";

/** More errors than a person reads. */
const maxErrors = 20;

/** A failing stream: what failed since when, why, and what to do. */
export function failingStream(
  { stream, number }: NumberedStream,
  report: DeliveryReport,
  targets: ReadonlySet<string>,
): Html {
  const { id, tenant, status, failedOutsideCriteria, last, groups, overTime } = stream;
  const outside = failedOutsideCriteria === undefined ? "" : " outside of the filters";
  const since = sinceText(stream, report);
  const sinceFact = since && `${since.time}, ${since.age}`;
  const facts = factList([
    ["Failed", formatNumber(countedIn(stream)) + outside],
    ["Since", sinceFact],
    ["Last attempt", last === undefined ? undefined : timeText(last)],
    ["Status", status],
    ["ID", id],
    ["Tenant", tenant],
  ]);
  return article(
    `failing-${number}`,
    [isolatedText(streamLabel(stream)), " ", labels(stream)],
    [
      facts,
      notes(stream, link(`unchecked-${number}`, "Why", targets)),
      groups.length > 0 ? errorsTable(stream) : undefined,
      overTime && timesTable(stream, overTime),
      remedyList(nextSteps(stream, report.criteria)),
    ],
  );
}

function notes(stream: StreamReport, why: Content): (Html | undefined)[] {
  const { status, failedOutsideCriteria } = stream;
  const outside =
    "It is disabled. The filters of this check match none of its failed deliveries, so these are all of them.";
  return [
    isPartial(stream) ? html`<p class="hint">${texts.partialWhy} ${why}</p>` : undefined,
    failedOutsideCriteria !== undefined ? html`<p class="hint">${outside}</p>` : undefined,
    status === "unknown" ? html`<p class="hint">${texts.unknownStatus}</p>` : undefined,
  ];
}

function errorsTable({ name, groups }: StreamReport): Html {
  const errors = errorsOf(groups);
  const left = errors.slice(maxErrors);
  const deliveries = left.reduce((sum, { count }) => sum + count, 0);
  const more =
    left.length > 0
      ? html`<p class="hint">And ${countFailed(deliveries)} with other errors. ${texts.completeReport}</p>`
      : undefined;
  return html`<table class="errors records">
<caption class="visually-hidden">Failures of ${isolatedText(name)} by error</caption>
<thead><tr><th scope="col">Error</th><th scope="col" class="number">Failed</th><th scope="col">Event types</th><th scope="col">First (UTC)</th><th scope="col">Last (UTC)</th></tr></thead>
<tbody>${errors.slice(0, maxErrors).map(errorRow)}</tbody>
</table>${more}`;
}

function errorRow({ message, count, eventTypes, first, last }: ErrorSummary): Html {
  const { shown, more } = someOf(eventTypes);
  const types = shown.map((type, index) => [index > 0 ? ", " : undefined, isolatedText(type)]);
  return html`<tr><th scope="row"><code>${displayName(message)}</code></th><td data-label="Failed" class="number">${formatNumber(count)}</td><td data-label="Event types">${types}${more}</td><td data-label="First">${shortTime(first)}</td><td data-label="Last">${shortTime(last)}</td></tr>`;
}

const shortTime = (time: string | undefined) => (time === undefined ? "unknown" : formatUtc(time));

/** What the picture shows, as text. */
function timesTable({ name }: StreamReport, { bucketSeconds, buckets }: FailuresOverTime): Html {
  const rows = buckets.map(
    ({ start, failed }) =>
      html`<tr><th scope="row">${formatTime(start)}</th><td class="number">${formatNumber(failed)}</td></tr>`,
  );
  return html`<details class="fold"><summary>Failures by time, for each ${spanText(bucketSeconds).replace(/^1 /, "")}</summary>
<table class="times">
<caption class="visually-hidden">Failures of ${isolatedText(name)} by time</caption>
<thead><tr><th scope="col">From</th><th scope="col" class="number">Failed</th></tr></thead>
<tbody>${rows}</tbody>
</table></details>`;
}

/** A stream that could not be checked, or only in part, and why. */
export function uncheckedStream(
  { stream, number }: NumberedStream,
  targets: ReadonlySet<string>,
): Html {
  const failures = stream.failing
    ? html`<p class="hint">${texts.partialWhy} ${link(`failing-${number}`, "See the failures", targets)}</p>`
    : undefined;
  const message = escapedLines(stream.error ?? "").join("\n");
  return article(`unchecked-${number}`, isolatedText(streamLabel(stream)), [
    html`<div class="problem caution"><p>${message}</p></div>`,
    failures,
  ]);
}

export function cleanStream({ stream }: NumberedStream): Html {
  const steps = enableSteps(stream).map(
    ({ title, command }) => html` <small>${title}: <code>${command}</code></small>`,
  );
  return html`<li>${isolatedText(streamLabel(stream))} <small>${findingText(stream)}</small>${steps}</li>`;
}
