import { type Content, type Html, html } from "../../../../shared/html";
import { pageDocument, section } from "../../../../shared/page/document";
import { checkTime } from "../../../../shared/time";
import type { DeliveryReport } from "../../report";
import { groupStreams, type NumberedStream, overallStatus, totalCounts, verdict } from "../summary";
import { maxSections, moreStreams, symbols, texts } from "../texts";
import { picture } from "./picture";
import { cleanStream, failingStream, uncheckedStream } from "./streamSections";
import { streamsTable, targetsOf } from "./streamsTable";
import { pageStyle } from "./stylesheet";

/** The report as one HTML file. */
export function page(report: DeliveryReport): string {
  const status = overallStatus(report);
  return pageDocument({
    kind: "Delivery report",
    verdict: verdict(report),
    symbol: symbols[status],
    status,
    counts: totalCounts(report),
    time: checkTime(report),
    generator: report.generator,
    style: pageStyle,
    main: main(report),
    notes: texts.content,
  });
}

function main(report: DeliveryReport): Html {
  if (report.streams.length === 0) return html`<p class="lead">${texts.noStream}</p>`;
  const { failing, unchecked, clean } = groupStreams(report);
  const targets = targetsOf(report);
  const failures = sectionsOf(failing, (one) => failingStream(one, report, targets));
  const others = sectionsOf(unchecked, (one) => uncheckedStream(one, targets));
  const cleanList = html`<ul class="columns">${clean.map(cleanStream)}</ul>`;
  return html`${streamsTable(report, targets)}
${picture(report)}
${failing.length > 0 ? section("failing", texts.failing, undefined, failures) : undefined}
${unchecked.length > 0 ? section("unchecked", texts.unchecked, texts.uncheckedWhy, others) : undefined}
${clean.length > 0 ? section("clean", texts.clean, texts.cleanWhy, cleanList) : undefined}`;
}

function sectionsOf(
  streams: NumberedStream[],
  sectionOf: (numbered: NumberedStream) => Html,
): Content[] {
  const more = moreStreams(streams.length);
  const end = more === undefined ? undefined : html`<p class="hint">${more}</p>`;
  return [...streams.slice(0, maxSections).map(sectionOf), end];
}
