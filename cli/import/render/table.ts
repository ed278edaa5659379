import { countOf, displayName } from "../../shared/text";
import { formatAge, formatTime } from "../../shared/time";
import type { UnmanagedObject } from "../../shared/unmanagedObjects";

const headings = ["KIND", "ID", "NAME", "CREATED", "AGE", "COULD BE"];

/** The objects that no stack holds, as a table for a terminal. */
export function table(tenant: string, objects: UnmanagedObject[], now: Date): string {
  if (objects.length === 0) return `The stacks of this project hold every object of ${tenant}.\n`;
  const rows = [headings, ...objects.map((object) => cells(object, now))];
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? "")].length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n\n${tenant} has ${countOf(objects.length, "object")} that no stack of this project holds.\n`;
}

function cells({ kind, id, label, createdAt, couldBe }: UnmanagedObject, now: Date): string[] {
  const resources = couldBe.map(({ stack, name }) => `${displayName(name)} in ${stack}`);
  const created = createdAt === "" ? "" : formatTime(createdAt);
  const age = createdAt === "" ? "" : formatAge(createdAt, now);
  return [kind, displayName(id), displayName(label), created, age, resources.join(", ")];
}
