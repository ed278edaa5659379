import { codeLines, inlineCode, nameCell } from "../../../markdown";
import { objectBlock } from "../../../markdownObject";
import { differencesTable, valueCell } from "../../../markdownTable";
import { formatTime } from "../../../time";
import type { PropertyReport, ResourceReport } from "../../report";
import { symbols, texts } from "../texts";

/** A drifted object: what it is, what differs and what to do; folded behind one line if asked for. */
export function driftedObject(resource: ResourceReport, folded: boolean): string {
  const { result, properties, note } = resource;
  const details = [
    facts(resource),
    ...(result === "gone" ? [texts.gone] : []),
    ...differencesTable(["Property", "Expected", "Live"], properties, cells),
    ...(note === undefined ? [] : [`> ${codeLines(note)}`]),
  ];
  return objectBlock(`${symbols[result]} ${result}`, resource, details, folded);
}

const cells = ({ path, expected, live }: PropertyReport) => [
  nameCell(path),
  valueCell(expected),
  valueCell(live),
];

function facts({ id, tenant, updatedAt, urn }: ResourceReport): string {
  return [
    ...(tenant === undefined ? [] : [`Tenant ${inlineCode(tenant)}`]),
    `ID ${inlineCode(id)}`,
    ...(updatedAt === undefined ? [] : [`last written ${inlineCode(formatTime(updatedAt))}`]),
    `URN ${inlineCode(urn)}`,
  ].join(" · ");
}
