import { type Html, html } from "../../../html";
import { pageDocument, section } from "../../../page/document";
import { checkTime } from "../../../time";
import type { DriftReport } from "../../report";
import { groupFindings } from "../findings";
import { overallStatus, totalCounts, verdict } from "../summary";
import { symbols, texts } from "../texts";
import { findingsNavigation } from "./findingsNavigation";
import { cleanStack, driftedStack, failedStack, unverifiableGroup } from "./sections";
import { pageStyle } from "./stylesheet";

/** With more drifted objects than this they are folded, so that a reader can see all of them. */
const maxUnfolded = 10;

/** The report as one HTML file. */
export function page(report: DriftReport): string {
  const status = overallStatus(report);
  return pageDocument({
    kind: "Drift report",
    verdict: verdict(report),
    symbol: symbols[status],
    status,
    counts: totalCounts(report),
    time: checkTime(report),
    generator: report.generator,
    style: pageStyle,
    main: main(report),
    notes: texts.secrets,
  });
}

function main(report: DriftReport): Html {
  if (report.stacks.length === 0) return html`<p class="lead">${texts.noStack}</p>`;
  const { failed, drift, unverifiable, clean } = groupFindings(report);
  const open = report.summary.changed + report.summary.gone <= maxUnfolded;
  const drifted = drift.map((stack) => driftedStack(stack, open));
  const cleanList = html`<ul class="columns">${clean.map(cleanStack)}</ul>`;
  return html`${findingsNavigation(report)}
${failed.length > 0 ? section("failed", texts.failed, texts.failedWhy, failed.map(failedStack)) : undefined}
${drift.length > 0 ? section("drift", texts.drift, undefined, drifted) : undefined}
${unverifiable.length > 0 ? section("unverifiable", texts.unverifiable, texts.unverifiableWhy, unverifiable.map(unverifiableGroup)) : undefined}
${clean.length > 0 ? section("clean", texts.clean, texts.cleanWhy, cleanList) : undefined}`;
}
