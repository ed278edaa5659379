import { type Html, html } from "../../../../shared/html";
import { pageDocument, section } from "../../../../shared/page/document";
import { checkTime } from "../../../../shared/time";
import type { DeliveryReport } from "../../report";
import { groupStreams, overallStatus, totalCounts, verdict } from "../summary";
import { symbols, texts } from "../texts";
import { picture } from "./picture";
import { cleanStream, failingStream, uncheckedStream } from "./streamSections";
import { streamsTable } from "./streamsTable";
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
  const sections = failing.map((numbered) => failingStream(numbered, report));
  const cleanList = html`<ul class="columns">${clean.map(cleanStream)}</ul>`;
  return html`${streamsTable(report)}
${picture(report)}
${failing.length > 0 ? section("failing", texts.failing, undefined, sections) : undefined}
${unchecked.length > 0 ? section("unchecked", texts.unchecked, texts.uncheckedWhy, unchecked.map(uncheckedStream)) : undefined}
${clean.length > 0 ? section("clean", texts.clean, texts.cleanWhy, cleanList) : undefined}`;
}
