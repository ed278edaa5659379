import * as resources from "../../provider/resources";
import { noImport } from "../../provider/resources/definition";
import { placeholderPaths, secretPlaceholder } from "../../provider/schema/placeholder";
import { type Props, withValueAt } from "../../provider/shared/json";
import { shellQuoted, shellWord } from "../../provider/shared/shellWord";
import type { StackObject } from "../shared/stackObjects";
import type { TenantObject } from "../shared/tenantObjects";
import { compare } from "../shared/text";
import type { Language } from "./languages";
import type { OfficialState } from "./official/officialState";
import { selectTakeover, takeOver } from "./official/takeover";
import type { ImportTarget } from "./openTarget";
import type { FindSecret, ImportPlan, PlannedObject, PlannedSecret, SkippedObject } from "./plan";
import { camelCase, capitalize, resourceNames } from "./resourceNames";
import { preferOldState, secretsInConfiguration } from "./secrets";
import { type Selection, select } from "./select";

type PlanOptions = Selection & { kind?: string[]; as?: string };

/** What a plan is made of, beside the user's options. */
export interface PlanSources {
  target: ImportTarget;
  tenant: string;
  language: Language;
  objects: TenantObject[];
  /** The state of another tool, if the user names one. */
  official: OfficialState | undefined;
}

/** Decides what an import does, from what a user asks for and what was found. */
export function planImport(options: PlanOptions, sources: PlanSources): ImportPlan {
  const { target, tenant, official } = sources;
  const { project, stack, inStacks, readByPrograms } = target;
  const takeover = official && takeOver(official, sources.objects, inStacks, tenant);
  const selected = takeover
    ? selectTakeover(takeover, options)
    : { objects: select(sources.objects, inStacks, options), skipped: [] };
  // Pulumi takes a resource that a program reads under the same name for the imported one.
  const inStack = [...inStacks, ...readByPrograms].filter(
    (object) => object.stack === stack.name && !object.isOfficial,
  );
  // Names of another tool's program count, and not those of other objects in the tenant.
  const similar = takeover?.objects ?? sources.objects;
  for (const object of selected.objects) assertNotInState(object, options, inStack);
  const names = resourceNames(
    objectsToName(similar, selected.objects, inStack),
    inStack,
    givenNames(options),
  );
  const inConfiguration = secretsInConfiguration(target);
  const { objects, skipped } = plannedObjects(
    selected.objects,
    names,
    takeover ? preferOldState(takeover.findSecret, inConfiguration) : inConfiguration,
  );
  const held = takeover?.skipped.filter(({ isHeld }) => isHeld) ?? [];
  const kinds = new Set([...inStack, ...objects].map(({ kind }) => kind));
  const unreadable = Object.values(resources).filter(({ name, read }) => !read && !kinds.has(name));
  return {
    tenant,
    stack: stack.name,
    project: project.name,
    objects,
    skipped: [...selected.skipped, ...skipped],
    ignored: official?.ignored ?? [],
    ...(official && {
      forget: forgetTaken(
        official,
        [...objects, ...held].map(({ id }) => id),
      ),
    }),
    unreadable: unreadable.map(noImport),
  };
}

/** All objects that the stack does not hold, with the labels of those that are selected. */
function objectsToName(
  objects: TenantObject[],
  selected: TenantObject[],
  inStack: StackObject[],
): TenantObject[] {
  const named = new Set([...inStack, ...selected].map(({ id }) => id));
  return [...objects.filter(({ id }) => !named.has(id)), ...selected];
}

const givenNames = ({ id: [id] = [], as: name }: PlanOptions) =>
  new Map(id !== undefined && name !== undefined ? [[id, name]] : []);

/** An update that is stopped during a replacement leaves the old object in the state, under the same name. */
function assertNotInState(
  { kind, id }: TenantObject,
  { as: name }: PlanOptions,
  inStack: StackObject[],
): void {
  const holder = inStack.find((one) => one.kind === kind && one.name === name && !one.isRead);
  if (!holder) return;
  throw new Error(
    `the state already has ${kind} ${JSON.stringify(name)}, with the object ${holder.id}: to put ${id} in its place, as after an interrupted replacement, first run \`pulumi state delete ${shellQuoted(holder.urn)} --stack ${shellWord(holder.stack)}\`, which deletes nothing in the tenant, and then this command again; otherwise choose another name`,
  );
}

const forgetTaken = ({ objects, forgetText: text }: OfficialState, takenIds: string[]) => ({
  text,
  commands: objects
    .filter(({ id }) => takenIds.includes(id))
    .map(({ forgetCommand }) => forgetCommand),
});

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
