import { type Content, html } from "../../../../shared/html";
import type { DeliveryReport } from "../../report";
import { maxSections } from "../sections";
import { groupStreams } from "../summary";

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
