import { nameCell } from "../../../shared/markdown";
import { objectBlock } from "../../../shared/markdownObject";
import { differencesTable, valueCell } from "../../../shared/markdownTable";
import type { PlannedChange, PlannedProperty, PreviewReport } from "../report";

/** The objects to show with their properties; a deletion without any is in the table of losses. */
export const changedObjects = ({ objects }: PreviewReport): PlannedChange[] =>
  objects.filter(({ op, properties }) => properties.length > 0 || !op.startsWith("delete"));

/** An object, and its properties before and after; folded behind one line if asked for. */
export const changedObject = (change: PlannedChange, folded: boolean): string =>
  objectBlock(
    change.op,
    change,
    differencesTable(["Property", "Before", "After"], change.properties, cells),
    folded,
  );

function cells({ path, before, after, unknown, replaces }: PlannedProperty): string[] {
  const name = `${nameCell(path)}${replaces ? " (replaces)" : ""}`;
  if (unknown) return [name, valueCell(before), "_known after the update_"];
  // The engine may name a property as changed without its values.
  if (before === undefined && after === undefined) return [name, "_not shown_", "_not shown_"];
  return [name, valueCell(before), valueCell(after)];
}
