import { type Html, html, isolatedText } from "../../../../shared/html";
import { section } from "../../../../shared/page/document";
import { escapeInvisible, formatNumber } from "../../../../shared/text";
import { formatUtc } from "../../../../shared/time";
import type { FailuresOverTime } from "../../failureTimes";
import type { DeliveryReport, StreamReport } from "../../report";
import { countedIn, countFailed, groupStreams, streamLabel } from "../summary";
import { countsOn, spanText, type TimeAxis, timeAxis } from "./timeAxis";

/** With more streams, the picture shows those with the most failures. */
const maxStreams = 20;

/** Failures over time: a row of bars for each stream, all on the same axis. */
export function picture(report: DeliveryReport): Html | undefined {
  const axis = timeAxis(report);
  if (axis === undefined) return undefined;
  const { failing } = groupStreams(report);
  const others = report.streams.filter((stream) => !stream.failing);
  const dated = [...failing.map(({ stream }) => stream), ...others].flatMap((stream) =>
    stream.overTime ? [{ stream, overTime: stream.overTime }] : [],
  );
  const rows = dated.slice(0, maxStreams).map((one) => row(one.stream, one.overTime, axis));
  const span = spanText(axis.bucketSeconds);
  const more = dated.length - maxStreams;
  const left = more > 0 ? ` The ${formatNumber(maxStreams)} streams with the most failures.` : "";
  const explanation = `By the time of the first attempt. Each bar is ${span}, and each stream has its own scale.${left}`;
  return section(
    "times",
    "Failures over time",
    explanation,
    html`<ul class="rows">${rows}</ul>
${axisLabels(axis)}`,
  );
}

function row(stream: StreamReport, overTime: FailuresOverTime, axis: TimeAxis): Html {
  const counts = countsOn(axis, overTime);
  const highest = counts.reduce((a, b) => Math.max(a, b));
  const peak = `at most ${formatNumber(highest)} in ${spanText(axis.bucketSeconds)}`;
  return html`<li><span class="name">${isolatedText(streamLabel(stream))}</span>
${bars(stream, counts, highest, axis)}
<span class="total">${formatNumber(countedIn(stream))} <small>${peak}</small></span></li>`;
}

/** Units of the picture for the width of a bar with its gap, and for the height. */
const step = 10;
const height = 40;
/** So that a single failure is visible beside thousands. */
const minHeight = 4;

function bars(stream: StreamReport, counts: number[], highest: number, axis: TimeAxis): Html {
  const path = counts.flatMap((count, index) => {
    if (count === 0) return [];
    const bar = Math.max(minHeight, Math.round((count / highest) * height));
    return [`M${index * step + 1} ${height}v-${bar}h${step - 2}v${bar}z`];
  });
  const label = `${escapeInvisible(streamLabel(stream))}: ${countFailed(countedIn(stream))}, most (${formatNumber(highest)}) from ${timeAt(axis, counts.indexOf(highest))}`;
  const colour = stream.failing ? "bars" : "bars few";
  return html`<svg class="${colour}" role="img" aria-label="${label}" viewBox="0 0 ${counts.length * step} ${height}" preserveAspectRatio="none"><path d="${path.join("")}"/></svg>`;
}

function axisLabels(axis: TimeAxis): Html {
  const middle = axis.length / 2;
  // Labels have no seconds.
  const isMinute = (middle * axis.bucketSeconds) % 60 === 0;
  const middleLabel = axis.length > 2 && isMinute ? timeAt(axis, middle) : "";
  return html`<div class="axis"><span>${timeAt(axis, 0)}</span><span>${middleLabel}</span><span>${timeAt(axis, axis.length)}</span></div>`;
}

const timeAt = ({ start, bucketSeconds }: TimeAxis, index: number) =>
  formatUtc(new Date((start + index * bucketSeconds) * 1000).toISOString()).replace(/:\d\d$/, "");
