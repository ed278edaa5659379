import type { ApiError } from "../../api/apiError";
import { quotaAdvice } from "../../api/errorAdvice";
import { idForm } from "../../api/operation";
import { naturalKeyOf, type ObjectList } from "../../resources/definition";
import { decode } from "../../schema/codec";
import { joinWords } from "../../schema/wording";
import { docsUrl, npxCommand } from "../../shared/command";
import type { Props } from "../../shared/json";
import type { ResourceType } from "../context";
import type { Session } from "../session";
import type { NaturalKey, PendingCreate } from "./pendingCreate";

// Auth0 rejects an object because another one has its natural key, or because the tenant has its
// maximum of objects. Both may have the same status and text, so the tenant's list decides.

/** The natural key of inputs, and how to find it in the tenant. */
export function naturalKeyIn({ definition, inputs }: ResourceType, props: Props): NaturalKey {
  return {
    names: definition.naturalKey ?? [],
    value: naturalKeyOf(definition, props),
    of: (object) => naturalKeyOf(definition, decode(inputs, object) as Props),
  };
}

/** Whether Auth0 rejects a request because of another object, at least as far as its text shows. */
export const isConflict = ({ kind }: ApiError): boolean =>
  kind === "conflict" || kind === "conflictOrQuota";

/** The error of a create, with what to do about the object that it conflicts with. */
export async function explainConflict(
  session: Session,
  pending: PendingCreate,
  error: ApiError,
): Promise<ApiError> {
  if (!isConflict(error)) return error;
  const { name, list, naturalKey } = pending;
  if (hasSibling(session, pending)) return error.advise(siblingAdvice(keyText(naturalKey)));
  const found = await holdersOf(session, list, naturalKey).catch((reason: Error) => reason);
  if (found instanceof Error) {
    const unknownId = `Another ${name} has ${keyText(naturalKey)}. Its ID couldn't be read:\n${found.message}`;
    return error.advise(`${unknownId}\n${remedies}`);
  }
  const { ids, key } = found;
  const foreign = ids.filter((id) => !session.run.knownIds.has(id));
  if (ids.length === 0) return error.advise(unlistedAdvice(name, naturalKey, error));
  if (foreign.length === 0) return error.advise(keptAdvice(`${key} (${idsText(ids)})`));
  return error.advise(`${holders(name, foreign)} ${key}.\n${remedies}`);
}

/** The error of an update that gives an object the natural key of another one. */
export async function explainUpdateConflict(
  session: Session,
  { name, list }: { name: string; list: ObjectList },
  naturalKey: NaturalKey,
  error: ApiError,
): Promise<ApiError> {
  const none = { ids: [], key: keyText(naturalKey) };
  const { ids, key } = await holdersOf(session, list, naturalKey).catch(() => none);
  const others = ids.length === 0 ? `another ${name} has` : holders(name, ids);
  return error.advise(
    `Nothing was changed, because ${others} ${key}.\n` +
      "Choose a different value.\nTo use this value, first rename or delete the other object.",
  );
}

const holders = (name: string, ids: string[]) =>
  `${name} ${idsText(ids)} ${ids.length === 1 ? "has" : "have"}`;

/** `the name "crm"`, or the names alone if their values aren't known. */
function keyText({ names, value }: Pick<NaturalKey, "names" | "value">): string {
  if (value === undefined) return `the same ${joinWords(names, "and")}`;
  const values: unknown[] = JSON.parse(value);
  return `the ${joinWords(
    names.map((key, index) => `${key} ${JSON.stringify(values[index])}`),
    "and",
  )}`;
}

/** Imports what the program declares and no stack manages. */
export const importCommand = `${npxCommand} import --declared --run`;

/**
 * The provider cannot tell these cases apart, and a second resource for one object deletes it as soon as
 * one of the two leaves the program. So each of them begins with its condition, and the mistake that costs
 * least comes first.
 */
const remedies =
  "If you renamed this resource, add an alias, or run `pulumi state rename`.\n" +
  "If this resource replaces it, set the option deleteBeforeReplace.\n" +
  `If no stack manages it, import it: \`${importCommand}\`.\n` +
  `More: ${docsUrl}/troubleshooting.md#conflict`;

const siblingAdvice = (key: string) =>
  `Another resource of this stack has ${key}. Remove one of the two.\n` +
  "If this resource replaces it, set the option deleteBeforeReplace.";

/** What to do about an object whose id this process knows, and which no other resource is creating. */
const keptAdvice = (key: string) =>
  `${siblingAdvice(key)}\nIf the option retainOnDelete has kept the object, choose a different value.\n` +
  `More: ${docsUrl}/troubleshooting.md#conflict`;

const unlistedAdvice = (name: string, naturalKey: NaturalKey, { kind }: ApiError) =>
  kind === "conflictOrQuota"
    ? quotaAdvice
    : `Another ${name} has ${keyText(naturalKey)}, but Auth0 doesn't list it yet. Run \`pulumi up\` again.\n` +
      "If that fails, look for it in the dashboard.";

/**
 * Whether another resource of this process, with the same natural key, has or may get the object. Its
 * id may still be unknown here, because its response is on the way or lost.
 */
export function hasSibling(
  { run }: Session,
  pending: Pick<PendingCreate, "create" | "naturalKey">,
): boolean {
  const { value } = pending.naturalKey;
  if (value === undefined) return false;
  return [...run.pendingCreates.keys(), ...run.unaccounted].some(
    (other) =>
      other !== pending && other.create === pending.create && other.naturalKey.value === value,
  );
}

/** Objects of the tenant that a request conflicts with, and what they have in common with it. */
interface Holders {
  ids: string[];
  key: string;
}

/**
 * The objects with a natural key, or else those whose key differs from it only in case, which some of Auth0's
 * collections reject too. All conflicts of a run share one list of the tenant.
 */
async function holdersOf(
  session: Session,
  list: ObjectList,
  naturalKey: NaturalKey,
): Promise<Holders> {
  const { value, of } = naturalKey;
  if (value === undefined) return { ids: [], key: keyText(naturalKey) };
  const isSimilar = (object: Props) => of(object)?.toLowerCase() === value.toLowerCase();
  const similar = (await session.collections.completeListing(list).objects()).filter(isSimilar);
  const same = similar.filter((object) => of(object) === value);
  const [first] = similar;
  const ids = (same.length > 0 ? same : similar).map(({ id }) => String(id));
  if (same.length > 0 || !first) return { ids, key: keyText(naturalKey) };
  const found = keyText({ names: naturalKey.names, value: of(first) });
  return { ids, key: `${found}, which differs only in case` };
}

/** More ids would hide the rest of the message. */
const maxNamedIds = 10;

/** Something other than Auth0 may have sent an id: one of another form is quoted and cut. */
const maxQuotedIdLength = 60;

/** Ids of objects in the tenant, for a message. */
export function idsText(ids: string[]): string {
  const names = ids
    .slice(0, maxNamedIds)
    .map((id) => (idForm.test(id) ? id : JSON.stringify(id.slice(0, maxQuotedIdLength))));
  return names.join(", ");
}
