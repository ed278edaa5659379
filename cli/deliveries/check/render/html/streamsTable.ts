import { type Content, type Html, html, isolatedText, symbolLabel } from "../../../../shared/html";
import { displayName, formatNumber, truncate } from "../../../../shared/text";
import type { DeliveryReport, StreamReport } from "../../report";
import {
  countedIn,
  groupStreams,
  isPartial,
  mainError,
  type NumberedStream,
  sinceText,
} from "../summary";
import { maxSections, type Status, symbols, texts } from "../texts";

const unknown = html`<span class="quiet">unknown</span>`;

/** Enough to recognise an error; the section of the stream has all of it. */
const maxErrorLength = 140;

/** The page's table of contents: which stream fails, since when and why. */
export function streamsTable(
  report: DeliveryReport,
  targets: ReadonlySet<string>,
): Html | undefined {
  const { needAction } = groupStreams(report);
  if (needAction.length === 0) return undefined;
  const rows = needAction.map((numbered) => row(numbered, report, targets));
  return html`<nav aria-label="Findings">
<table class="streams records">
<caption class="visually-hidden">Streams that need action</caption>
<thead><tr><th scope="col">Stream</th><th scope="col">Found</th><th scope="col" class="number">Failed</th><th scope="col">Failing since</th><th scope="col">Error</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</nav>`;
}

function row(
  { stream, number }: NumberedStream,
  report: DeliveryReport,
  targets: ReadonlySet<string>,
): Html {
  const { name, stack, failing, result, failedOutsideCriteria } = stream;
  const isUnread = result === "failed" && !isPartial(stream);
  const outside =
    failedOutsideCriteria === undefined ? undefined : html` <small>outside of the filters</small>`;
  const failed = html`${formatNumber(countedIn(stream))}${outside}`;
  const section = failing ? "failing" : "unchecked";
  const place = stack === undefined ? undefined : html`<small>${isolatedText(stack)}</small>`;
  return html`<tr><th scope="row">${link(`${section}-${number}`, isolatedText(name), targets)}${place}</th>
<td data-label="Found">${labels(stream)}</td><td data-label="Failed" class="number">${isUnread ? unknown : failed}</td>
<td data-label="Failing since">${since(stream, report)}</td><td data-label="Error">${reason(stream)}</td></tr>`;
}

/** Each finding as a word with its symbol. */
export function labels(stream: StreamReport): Content {
  const { failing, status, result } = stream;
  const found: [Status, string][] = [
    ...(failing ? [["failing", texts.failing] as [Status, string]] : []),
    ...(status === "disabled" ? [["failing", "Disabled"] as [Status, string]] : []),
    ...(result === "failed"
      ? [["unchecked", isPartial(stream) ? texts.partial : texts.unchecked] as [Status, string]]
      : []),
  ];
  return found.map(([status, text]) => [symbolLabel(symbols[status], status, text), " "]);
}

function since(stream: StreamReport, report: DeliveryReport): Content {
  const text = sinceText(stream, report);
  if (text === undefined) return unknown;
  return html`<b>${text.age}</b> <small>${text.time}</small>`;
}

function reason(stream: StreamReport): Content {
  return html`<code>${truncate(displayName(mainError(stream)), maxErrorLength)}</code>`;
}

/** The ids of the sections of streams that the page has. */
export function targetsOf(report: DeliveryReport): ReadonlySet<string> {
  const { failing, unchecked } = groupStreams(report);
  return new Set([
    ...failing.slice(0, maxSections).map(({ number }) => `failing-${number}`),
    ...unchecked.slice(0, maxSections).map(({ number }) => `unchecked-${number}`),
  ]);
}

/** A link to a section, or only its text if the page does not have the section. */
export const link = (target: string, text: Content, targets: ReadonlySet<string>): Content =>
  targets.has(target) ? html`<a href="#${target}">${text}</a>` : text;
