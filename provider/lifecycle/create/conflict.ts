import type { ApiError } from "../../api/apiError";
import { quotaAdvice } from "../../api/errorAdvice";
import { providerPrefix, type Settings } from "../../config/settings";
import { naturalKeyOf, type ObjectList } from "../../resources/definition";
import { decode } from "../../schema/codec";
import { joinWords } from "../../schema/wording";
import type { Props } from "../../shared/json";
import type { ResourceType } from "../context";
import type { Session } from "../session";
import { Adoptable, idsText } from "./adoptable";
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
): Promise<Error> {
  if (!isConflict(error)) return error;
  const { name, list, naturalKey } = pending;
  const key = keyText(naturalKey);
  if (hasSibling(session, pending)) return error.advise(siblingAdvice(key));
  const ids = await idsWithKey(session, list, naturalKey).catch((reason: Error) => reason);
  const moving = movingHolder(session, name, naturalKey);
  if (moving) return error.advise(moving);
  if (ids instanceof Error) {
    const unknownId = `It conflicts with another ${name}, whose id is unknown:\n${ids.message}`;
    return new Adoptable(error.advise(`${unknownId}\n${adoptIfUnmanaged}`), [], otherwise);
  }
  const foreign = ids.filter((id) => !session.knownIds.has(id));
  if (ids.length === 0) return error.advise(unlistedAdvice(name, error));
  if (foreign.length === 0) return error.advise(keptAdvice(`${key} (${idsText(ids)})`));
  const adoption =
    foreign.length === 1 ? adoptionBySetting(session.api.settings) : adoptIfUnmanaged;
  const advice = `${holders(name, foreign)} ${key}.\n${adoption}`;
  return new Adoptable(error.advise(advice), foreign, otherwise);
}

/** The error of an update that gives an object the natural key of another one. */
export async function explainUpdateConflict(
  session: Session,
  { name, list }: { name: string; list: ObjectList },
  naturalKey: NaturalKey,
  error: ApiError,
): Promise<ApiError> {
  const found = await idsWithKey(session, list, naturalKey).catch(() => []);
  const moving = movingHolder(session, name, naturalKey);
  if (moving) return error.advise(`Nothing was changed, because ${moving}`);
  const others = found.length === 0 ? `another ${name} has` : holders(name, found);
  return error.advise(
    `Nothing was changed, because ${others} ${keyText(naturalKey)}.\n` +
      "Choose another value.\nTo use this value, first rename or delete the other object.",
  );
}

/**
 * The object that gives up the natural key in the same update, and what to do; undefined if there is none.
 * Ask after the list was read: by then, the engine has compared more objects.
 */
function movingHolder(
  { movedKeys }: Session,
  name: string,
  naturalKey: NaturalKey,
): string | undefined {
  const found = [...movedKeys].find(
    ([, moved]) => moved.name === name && moved.from === naturalKey.value,
  );
  if (!found) return undefined;
  const [id, { isReplaced }] = found;
  // The engine deletes a replaced object after it has created everything, and not if that fails.
  const next = isReplaced
    ? "this update replaces it.\nUndo this change, run `pulumi up`, and make the change again."
    : "this update changes it.\nRun `pulumi up` again.";
  return (
    `${holders(name, [id])} ${keyText(naturalKey)} until ${next}\n` +
    "If the two exchange their values, first give one of them a third value in an update of its own."
  );
}

export const holders = (name: string, ids: string[]) =>
  `${name} ${idsText(ids)} ${ids.length === 1 ? "has" : "have"}`;

export const keyText = ({ names }: NaturalKey) => `the same ${joinWords(names, "and")}`;

/**
 * The provider cannot tell these cases apart, and a second resource for one object deletes it as soon as
 * one of the two leaves the program. So each of them begins with its condition.
 */
const adoptIfUnmanaged = "If no resource manages it yet, adopt it.";
const otherwise =
  "If you renamed this resource, add an alias, or run `pulumi state rename`.\n" +
  "If this resource replaces it, set the option deleteBeforeReplace.\n" +
  "More: docs/troubleshooting.md#conflict";

/** In a run that has the setting, the object is newer than the run's list, so the setting doesn't help. */
function adoptionBySetting({ adoptExisting, settingPrefix }: Settings): string {
  if (adoptExisting) return adoptIfUnmanaged;
  return settingPrefix === providerPrefix
    ? "If no resource manages it yet, adopt it: set the Provider's adoptExisting, and run `pulumi up`."
    : `If no resource manages it yet, adopt it: run \`pulumi up -c ${settingPrefix}adoptExisting=true\`.`;
}

const siblingAdvice = (key: string) =>
  `Another resource of this stack has ${key}. Remove one of the two.\n` +
  "If this resource replaces it, set the option deleteBeforeReplace.";

/** What to do about an object whose id this process knows, and which no other resource is creating. */
const keptAdvice = (key: string) =>
  `${siblingAdvice(key)}\nIf the option retainOnDelete has kept the object, choose another value.\n` +
  "More: docs/troubleshooting.md#conflict";

const unlistedAdvice = (name: string, { kind }: ApiError) =>
  kind === "conflictOrQuota"
    ? quotaAdvice
    : `It conflicts with another ${name}. Look in the tenant.`;

/**
 * Whether another resource of this process, with the same natural key, has or may get the object. Its
 * id may still be unknown here, because its response is on the way or lost.
 */
export function hasSibling(
  { pendingCreates, unaccounted }: Session,
  pending: Pick<PendingCreate, "create" | "naturalKey">,
): boolean {
  const { value } = pending.naturalKey;
  if (value === undefined) return false;
  return [...pendingCreates.keys(), ...unaccounted].some(
    (other) =>
      other !== pending && other.create === pending.create && other.naturalKey.value === value,
  );
}

/** The objects with a natural key. All conflicts of a run share one list of the tenant. */
async function idsWithKey(
  session: Session,
  list: ObjectList,
  { value, of }: NaturalKey,
): Promise<string[]> {
  if (value === undefined) return [];
  const objects = await session.completeListing(list).objects();
  return objects.filter((object) => of(object) === value).map(({ id }) => String(id));
}
