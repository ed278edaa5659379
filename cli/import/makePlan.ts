import {
  isPlaceholder,
  placeholderPaths,
  secretPlaceholder,
} from "../../provider/schema/placeholder";
import { type Props, withValueAt } from "../../provider/shared/json";
import type { StackObject } from "../shared/stackObjects";
import type { TenantObject } from "../shared/tenantObjects";
import { compare } from "../shared/text";
import {
  type ImportPlan,
  knownValue,
  type PlannedObject,
  type PlannedSecret,
  type SkippedObject,
} from "./importPlan";
import type { OfficialState } from "./official/officialState";
import { selectTakeover, type Takeover, takeOver } from "./official/takeover";
import type { ImportTarget } from "./openTarget";
import type { ImportOptions } from "./options";
import { withoutOtherProjects } from "./otherProjects";
import type { Sources } from "./readSources";
import { camelCase, capitalize, resourceNames } from "./resourceNames";
import { select } from "./select";

export function makePlan(
  options: Pick<ImportOptions, "id" | "name" | "kind" | "force">,
  { target, tenant, objects: inTenant, official }: Omit<Sources, "isPlugin" | "session">,
): ImportPlan {
  const { project, stack, inStacks, readByPrograms } = target;
  const takeover = official && takeOver(official, inTenant, inStacks, tenant);
  const wanted = takeover
    ? selectTakeover(takeover, options)
    : { objects: select(inTenant, inStacks, options), skipped: [] };
  // A takeover may read the state of a stack in another project.
  const { inOtherProjects, unreadStacks } = target;
  const managed = inOtherProjects.filter(({ isOfficial }) => !(takeover && isOfficial));
  const others = { objects: managed, unreadStacks };
  const selected = withoutOtherProjects(wanted, others, options.force);
  // Pulumi confuses the imported resource with one that a program reads under the same name.
  const inStack = [...inStacks, ...readByPrograms].filter(
    (object) => object.stack === stack.name && !object.isOfficial,
  );
  // Only names in another tool's program count, and not the names of other objects in the tenant.
  const similar = takeover?.objects ?? inTenant;
  const names = resourceNames(objectsToName(similar, selected.objects, inStack), inStack);
  const objects = selected.objects
    .filter(({ failures }) => failures.length === 0)
    .map((object) => plannedObject(object, names.get(object.id) ?? object.id, target, takeover))
    // A new object must not change the order of the others.
    .sort((a, b) => compare(a.kind, b.kind) || compare(a.name, b.name));
  const held = takeover?.skipped.filter(({ isHeld }) => isHeld) ?? [];
  return {
    tenant,
    stack: stack.name,
    project: project.name,
    objects,
    skipped: [...selected.skipped, ...invalidObjects(selected.objects)],
    ignored: official?.ignored ?? [],
    ...(official && { forget: forgetTaken(official, [...objects, ...held]) }),
  };
}

/** All objects that the stack doesn't manage, with the labels of the selected ones. */
function objectsToName(
  objects: TenantObject[],
  selected: TenantObject[],
  inStack: StackObject[],
): TenantObject[] {
  const named = new Set([...inStack, ...selected].map(({ id }) => id));
  return [...objects.filter(({ id }) => !named.has(id)), ...selected];
}

const invalidObjects = (objects: TenantObject[]): SkippedObject[] =>
  objects
    .filter(({ failures }) => failures.length > 0)
    .map(({ kind, id, label, failures: reasons }) => ({ kind, id, label, reasons }))
    .sort((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id));

function forgetTaken({ objects, forgetText: text }: OfficialState, taken: { id: string }[]) {
  const forgotten = objects.filter(({ id }) => taken.some((one) => one.id === id));
  return { text, commands: forgotten.map(({ forgetCommand }) => forgetCommand) };
}

function plannedObject(
  object: TenantObject,
  name: string,
  target: ImportTarget,
  takeover: Takeover | undefined,
): PlannedObject {
  const { kind, id, inputs, outs, notes } = object;
  const secrets = placeholderPaths(inputs).map((text): PlannedSecret => {
    const path = text.split(".");
    const configKey = `${camelCase(name)}${capitalize(path.at(-1) ?? "")}`;
    const inOldState = takeover?.oldSecret(object, path);
    return { path, configKey, inOldState, inConfiguration: configuredSecret(target, configKey) };
  });
  // An unknown secret stays a placeholder in the inputs, and becomes one in the outputs.
  const withSecrets = (values: Props) =>
    secrets.reduce(
      (filled, secret) => withValueAt(filled, secret.path, knownValue(secret) ?? secretPlaceholder),
      values,
    );
  return {
    kind,
    id,
    name,
    inputs: withSecrets(inputs),
    outputs: withSecrets(outs),
    secrets,
    notes,
  };
}

/** The secret in a stack's configuration. A placeholder that the user has copied there doesn't count. */
function configuredSecret(
  { project, configuration }: Pick<ImportTarget, "project" | "configuration">,
  configKey: string,
): string | undefined {
  const value = configuration[`${project.name}:${configKey}`]?.value;
  return value && !isPlaceholder(value) ? value : undefined;
}
