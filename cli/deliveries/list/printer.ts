import type { Json, Props } from "../../../provider/shared/json";
import { type Output, textOf } from "../output";
import type { ListOptions } from "./listing";
import { DeliveryTable } from "./table";

/** Prints deliveries as a table, or each as a line of JSON. */
export interface Printer {
  deliveries(deliveries: Props[]): Promise<void>;
  /** For people: beside JSON, on standard error. */
  summary(lines: string[]): Promise<void>;
}

export const printerOf = ({ json }: ListOptions, output: Output): Printer =>
  json ? jsonPrinter(output) : tablePrinter(output);

function jsonPrinter(output: Output): Printer {
  return {
    deliveries: (deliveries) =>
      output.print(deliveries.map((delivery) => `${jsonLine(delivery)}\n`).join("")),
    summary: async (lines) => lines.forEach(output.note),
  };
}

/**
 * A value as one line of JSON. Texts from outside must not change a terminal, nor be a command of a CI
 * runner, which `##[` begins: such characters are escapes of JSON.
 */
const jsonLine = (value: Json): string =>
  JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, escapeUnit)
    .replaceAll("##[", "#\\u0023[");

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

function tablePrinter(output: Output): Printer {
  const table = new DeliveryTable(output.columns);
  return {
    deliveries: (deliveries) => output.print(table.rows(deliveries)),
    summary: (lines) => output.print(textOf(["", ...lines])),
  };
}
