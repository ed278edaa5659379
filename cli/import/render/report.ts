import type { ImportPlan, PlannedSecret } from "../importPlan";

/** The version of the reports' form. If it changes, programs that read reports must change. */
const version = 1;

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
