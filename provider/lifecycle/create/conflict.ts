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

// The service refuses an object because another one has its natural key, or because the tenant has its
// maximum of objects. Both may have the same status and text, so the tenant's list decides.

/** The natural key of inputs, and how to find it in the tenant. */
export function naturalKeyIn({ definition, inputs }: ResourceType, props: Props): NaturalKey {
  return {
    names: definition.naturalKey ?? [],
    value: naturalKeyOf(definition, props),
    of: (object) => naturalKeyOf(definition, decode(inputs, object) as Props),
  };
}

/** Whether the service refuses a request because of another object, at least as far as its text shows. */
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
    const unknownId = `it conflicts with another ${name}, whose id is unknown (${ids.message})`;
    return new Adoptable(error.advise(`${unknownId}: ${adviceBeforeAdoption}`), []);
  }
  const foreign = ids.filter((id) => !session.knownIds.has(id));
  if (ids.length === 0) return error.advise(unlistedAdvice(name, error));
  if (foreign.length === 0) return error.advise(keptAdvice(`${key} (${idsText(ids)})`));
  const setting = foreign.length === 1 ? settingAdvice(session.api.settings) : "";
  return new Adoptable(
    error.advise(`${holders(name, foreign)} ${key}: ${setting}${adviceBeforeAdoption}`),
    foreign,
  );
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
  if (moving) return error.advise(`nothing was changed, since ${moving}`);
  const others = found.length === 0 ? `another ${name} has` : holders(name, found);
  return error.advise(
    `nothing was changed, since ${others} ${keyText(naturalKey)}: rename or delete that one first, or choose another value`,
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
    ? "this update replaces it: undo this change, run `pulumi up`, and make it again"
    : "this update changes it: run `pulumi up` again";
  return `${holders(name, [id])} ${keyText(naturalKey)} until ${next}; if the two exchange their values, first give one of them a third value in an update of its own`;
}

export const holders = (name: string, ids: string[]) =>
  `${name} ${idsText(ids)} ${ids.length === 1 ? "has" : "have"}`;

export const keyText = ({ names }: NaturalKey) => `the same ${joinWords(names, "and")}`;

/**
 * The provider cannot tell these cases apart, and a second resource for one object deletes it as soon as
 * one of the two leaves the program. So adoption comes last.
 */
const adviceBeforeAdoption =
  'if this resource was renamed in the program, add `aliases: [{ name: "<old name>" }]` or run `pulumi state rename`; if it is to be replaced (`pulumi taint`, --target-replace, or the option replacementTrigger, replaceWith or deletedWith), set the option deleteBeforeReplace: true; only if no resource has that object, adopt it';

/** Nothing for a run that has the setting: the object is newer than its list. */
function settingAdvice({ adoptExisting, settingPrefix }: Settings): string {
  if (adoptExisting) return "";
  const command =
    settingPrefix === providerPrefix
      ? "set adoptExisting: true in the Provider's arguments and run `pulumi up`"
      : `run \`pulumi up -c ${settingPrefix}adoptExisting=true\``;
  return `if no resource manages it yet, as after a run that was killed, ${command}, which adopts it; `;
}

const siblingAdvice = (key: string) =>
  `another resource of this stack has ${key}: remove one of the two; if this resource replaces it, set the option deleteBeforeReplace: true`;

/** Of an object whose id this process knows, and which no other resource is creating. */
const keptAdvice = (key: string) =>
  `${siblingAdvice(key)}; if the option retainOnDelete has kept the object, choose another value, or undo the change, remove this resource from the state with \`pulumi state delete <urn>\`, and import the object again`;

const unlistedAdvice = (name: string, { kind }: ApiError) =>
  kind === "conflictOrQuota"
    ? quotaAdvice
    : `it conflicts with another ${name}: look in the tenant`;

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
