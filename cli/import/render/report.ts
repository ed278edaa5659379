import type { UnmanagedObject } from "../../shared/tenantObjects";
import { alignColumns, countOf, displayName, formatTime } from "../../shared/text";
import type { ImportPlan, PlannedSecret } from "../importPlan";

/** The version of the reports' form. If it changes, programs that read reports must change. */
const version = 1;

export function listReport(tenant: string, objects: UnmanagedObject[]): object {
  const listed = objects.map(({ kind, id, label, createdAt, couldBe }) => {
    return { kind, id, label, createdAt, couldBe };
  });
  return { version, tenant, objects: listed };
}

/** The report of an import. It has no values of properties, so it has no secrets. */
export function importReport(plan: ImportPlan, files: string[]): object {
  const { tenant, stack, project, objects, skipped, ignored } = plan;
  return {
    version,
    tenant,
    stack,
    project,
    files,
    objects: objects.map(({ kind, id, name, secrets, notes }) => ({
      kind,
      id,
      name,
      secrets: secrets.map((secret) => ({
        property: secret.path.join("."),
        configKey: secret.configKey,
        foundIn: placeOf(secret),
      })),
      notes,
    })),
    skipped: skipped.map(({ isHeld: _, ...rest }) => rest),
    ignored: ignored.map(({ address, reason }) => ({ address, reason })),
  };
}

function placeOf({ inOldState, inConfiguration }: PlannedSecret) {
  if (inOldState !== undefined) return "other tool";
  return inConfiguration === undefined ? null : "configuration";
}

const headings = ["KIND", "ID", "NAME", "CREATED", "SAME NAME AS"];

export function table(tenant: string, objects: Row[]): string {
  if (objects.length === 0) return `The stacks in this project manage every object of ${tenant}.\n`;
  const lines = alignColumns([headings, ...objects.map(cells)]);
  return `${lines.join("\n")}\n\n${tenant} has ${countOf(objects.length, "object")} that no stack in this project manages.\n`;
}

type Row = Pick<UnmanagedObject, "kind" | "id" | "label" | "createdAt" | "couldBe">;

function cells({ kind, id, label, createdAt, couldBe }: Row): string[] {
  const resources = couldBe.map(({ stack, name }) => `${displayName(name)} in ${stack}`);
  const created = createdAt === "" ? "" : formatTime(createdAt);
  return [kind, displayName(id), displayName(label), created, resources.join(", ")];
}
