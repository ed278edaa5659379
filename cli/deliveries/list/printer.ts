import type { Props } from "../../../provider/shared/json";
import { type Output, textOf } from "../output";
import { jsonLine } from "./jsonLine";
import type { ListOptions } from "./listing";
import { DeliveryTable } from "./table";

/** Prints deliveries as a table, or each as a line of JSON. */
export interface Printer {
  deliveries(deliveries: Props[]): Promise<void>;
  /** Ids that an earlier listing had. */
  noLongerListed(ids: string[]): Promise<void>;
  /** For people: beside JSON, on standard error. */
  summary(lines: string[]): Promise<void>;
}

export function printerOf({ json, status }: ListOptions, output: Output): Printer {
  return json ? jsonPrinter(output) : tablePrinter(output, status);
}

function jsonPrinter(output: Output): Printer {
  const print = (values: Props[]) =>
    output.print(values.map((value) => `${jsonLine(value)}\n`).join(""));
  return {
    deliveries: print,
    noLongerListed: (ids) => print(ids.map((id) => ({ id, noLongerListed: true }))),
    summary: async (lines) => lines.forEach(output.note),
  };
}

function tablePrinter(output: Output, statuses: string[] | undefined): Printer {
  const table = new DeliveryTable(output.columns);
  const print = (lines: string[]) => output.print(textOf(lines));
  const other = statuses === undefined ? "" : `, or its status is not ${statuses.join(" or ")}`;
  return {
    deliveries: (deliveries) => output.print(table.rows(deliveries)),
    noLongerListed: (ids) =>
      print(ids.map((id) => `${id} is no longer listed: it was delivered${other}`)),
    summary: (lines) => print(["", ...lines]),
  };
}
