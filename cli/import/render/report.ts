import type { UnmanagedObject } from "../../shared/unmanagedObjects";
import type { ImportPlan } from "../plan";

// The form of the reports is in import-report.schema.json, which describes each property.

/** The version of the reports' form. A new one means that programs that read reports must change. */
const version = 1;

/** The report of `--list`. */
export function listReport(tenant: string, objects: UnmanagedObject[]): object {
  return { version, tenant, objects };
}

/** The report of an import. It has no value of any property, and so no secret. */
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
      secrets: secrets.map(({ path, configKey, source }) => ({
        property: path.join("."),
        configKey,
        foundIn: source ?? null,
      })),
      notes,
    })),
    skipped,
    ignored: ignored.map(({ address, reason }) => ({ address, reason })),
  };
}
