import { isDeepStrictEqual } from "node:util";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import { withValueAt } from "../../provider/shared/json";
import { countOf } from "../shared/number";
import { officialResources } from "./official/officialResources";
import type { OfficialObject, OfficialState } from "./official/officialState";
import { secretsToCarryOver } from "./official/secretsToCarryOver";
import type { SkippedObject } from "./plan";
import type { FindSecret } from "./plannedObjects";
import { type Selection, selector } from "./select";
import type { StackObject } from "./stackObjects";
import type { TenantObject } from "./tenant";

/** What an import takes over from another tool. */
interface Takeover {
  /** With the names of the old program. */
  objects: TenantObject[];
  skipped: SkippedObject[];
  /** Those that stacks of this provider hold already: the old tool has to forget them as well. */
  heldIds: string[];
  findSecret: FindSecret;
}

/** Finds the objects of an official provider's state in a tenant. Throws where none of them is there. */
export function takeOver(
  state: OfficialState,
  inTenant: TenantObject[],
  inStacks: StackObject[],
  tenant: string,
): Takeover {
  assertUseful(state);
  const live = new Map(inTenant.map((object) => [object.id, object]));
  assertSameTenant(state, live, tenant);
  const objects: TenantObject[] = [];
  const skipped: SkippedObject[] = [];
  const heldIds: string[] = [];
  // Two resources of the old tool may manage the same object.
  const byId = new Map(state.objects.map((official) => [official.id, official]));
  const found = [...byId.values()].map((official) => {
    const { kind, id, name: label } = official;
    const object = live.get(id);
    return { kind, id, label, object: object && withNotes(object, official) };
  });
  for (const { kind, id, label, object } of [...found, ...pushCredentials(state, tenant)]) {
    const holder = inStacks.find((resource) => holds(resource, { kind, id, tenant }));
    if (holder) heldIds.push(id);
    if (object && !holder) objects.push(object);
    else skipped.push({ kind, id, label, reasons: [whyNot(holder, tenant)] });
  }
  return { objects, skipped, heldIds, findSecret: secretsOf(state) };
}

function assertUseful({ tool, objects, pushCredentials, ignored }: OfficialState): void {
  if (objects.length > 0 || pushCredentials !== undefined || ignored.length > 0) return;
  const [first, ...others] = officialResources.map(({ pulumiType, terraformType }) =>
    tool === "Pulumi" ? pulumiType : terraformType,
  );
  const types = [first, ...others.map((type) => `no ${type}`)].join(", ");
  throw new Error(
    `the state of ${tool} has no ${types} and no FCM v1 credentials: check that it is the state of the right stack or workspace`,
  );
}

function assertSameTenant(
  { objects }: OfficialState,
  live: Map<string, TenantObject>,
  tenant: string,
): void {
  const [first] = objects;
  if (first === undefined || objects.some(({ id }) => live.has(id))) return;
  throw new Error(
    `${tenant} lists no object of that state (${countOf(objects.length, "object")}, such as ${first.kind} ${first.id}): check that the stack is configured for their tenant`,
  );
}

/** Ids tell objects of all tenants apart, but for push credentials: theirs is the same in every tenant. */
const holds = (
  resource: StackObject,
  { kind, id, tenant }: Pick<StackObject, "kind" | "id" | "tenant">,
) =>
  !resource.isOfficial &&
  resource.kind === kind &&
  resource.id === id &&
  (resource.tenant ?? tenant) === tenant;

const whyNot = (holder: StackObject | undefined, tenant: string) =>
  holder
    ? `the stack ${holder.stack} holds it already, as "${holder.name}"`
    : `${tenant} does not list it`;

/** The part of a takeover that a user asks for. Throws where the old state has nothing like it. */
export function selectTakeover(
  { objects, skipped }: Takeover,
  { kind: kinds, ...selection }: Selection & { kind?: string[] },
): Pick<Takeover, "objects" | "skipped"> {
  const isOfUser = selector(selection);
  const isSelected = (object: Pick<TenantObject, "kind" | "id" | "label">) =>
    (kinds?.includes(object.kind) ?? true) && isOfUser(object);
  const selected = { objects: objects.filter(isSelected), skipped: skipped.filter(isSelected) };
  const ids = [...selected.objects, ...selected.skipped].map(({ id }) => id);
  const missing = (selection.id ?? []).filter((id) => !ids.includes(id));
  if (missing.length > 0) {
    throw new Error(
      `the state of the old tool has no object with the id ${missing.join(" or ")}, or --kind or --name leaves it out`,
    );
  }
  if (ids.length === 0 && objects.length + skipped.length > 0) {
    throw new Error(
      "no object in the state of the old tool fits --kind and --name; names are those of the old program",
    );
  }
  return selected;
}

/** The object with its name in the old program, and with what a person should know. */
function withNotes(object: TenantObject, official: OfficialObject): TenantObject {
  const { name: label, notes, secrets } = official;
  const isKept = secretsToCarryOver(official, object.inputs).length === secrets.length;
  const changed = isKept
    ? []
    : [
        "Its destination was changed outside of the old tool, so the secret in the old state may be another one: set the secret yourself.",
      ];
  return { ...object, label, notes: [...object.notes, ...notes, ...changed] };
}

/** The push credentials, which the tenant does not list. */
function pushCredentials({ pushCredentials: found }: OfficialState, tenant: string) {
  if (found === undefined) return [];
  const { kind, id, secret } = found;
  const label = "push";
  const inputs = withValueAt({}, secret.path, secretPlaceholder);
  const unknown = { createdAt: "", notes: [], undeclared: [], failures: [] };
  return [{ kind, id, label, object: { ...unknown, kind, id, label, inputs, outs: { tenant } } }];
}

/** Finds secrets in the state of an official provider. */
function secretsOf({ objects, pushCredentials }: OfficialState): FindSecret {
  const byId = new Map(objects.map((object) => [object.id, object]));
  return ({ id, inputs }, { path }) => {
    const official = byId.get(id);
    const values = official ? secretsToCarryOver(official, inputs) : [];
    const push = pushCredentials?.id === id ? [pushCredentials.secret] : [];
    const found = [...values, ...push].find((secret) => isDeepStrictEqual(secret.path, path));
    return found && { value: found.value, source: "other tool" };
  };
}
