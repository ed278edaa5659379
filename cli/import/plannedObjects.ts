import { placeholderPaths, secretPlaceholder } from "../../provider/schema/placeholder";
import { type Props, withValueAt } from "../../provider/shared/json";
import type { TenantObject } from "../shared/tenantObjects";
import { compare } from "../shared/text";
import type { PlannedObject, PlannedSecret, SkippedObject } from "./plan";
import { camelCase, capitalize } from "./resourceNames";

/** Finds the value of a secret that the service does not return. */
export type FindSecret = (
  object: TenantObject,
  secret: PlannedSecret,
) => Pick<PlannedSecret, "value" | "source" | "isReplaced"> | undefined;

/** What is imported of some objects, and what cannot be. `names` are those of resources, by id. */
export function plannedObjects(
  objects: TenantObject[],
  names: Map<string, string>,
  findSecret: FindSecret,
): { objects: PlannedObject[]; skipped: SkippedObject[] } {
  const planned: PlannedObject[] = [];
  const skipped: SkippedObject[] = [];
  for (const object of objects) {
    const { kind, id, label, failures: reasons } = object;
    if (reasons.length > 0) skipped.push({ kind, id, label, reasons });
    else planned.push(plannedObject(object, names.get(id) ?? id, findSecret));
  }
  // In an order that a new object does not change.
  planned.sort((a, b) => compare(a.kind, b.kind) || compare(a.name, b.name));
  skipped.sort((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id));
  return { objects: planned, skipped };
}

function plannedObject(object: TenantObject, name: string, findSecret: FindSecret): PlannedObject {
  const { kind, id, inputs, outs, notes } = object;
  const secrets = placeholderPaths(inputs).map((text): PlannedSecret => {
    const path = text.split(".");
    const configKey = `${camelCase(name)}${capitalize(path.at(-1) ?? "")}`;
    const secret = { path, configKey };
    return { ...secret, ...findSecret(object, secret) };
  });
  return {
    kind,
    id,
    name,
    inputs: withSecrets(inputs, secrets),
    outputs: withSecrets(outs, secrets),
    secrets,
    notes,
  };
}

/** The values with all secrets: those that are not known are placeholders. */
function withSecrets(values: Props, secrets: PlannedSecret[]): Props {
  return secrets.reduce(
    (filled, { path, value = secretPlaceholder }) => withValueAt(filled, path, value),
    values,
  );
}
