import type { ApiError } from "../api/apiError";
import { list } from "../schema/wording";
import { commandToAdopt } from "./adoptCommand";
import { idsText } from "./objectIds";
import type { PendingCreate } from "./pendingCreate";
import type { Session } from "./session";

/**
 * The error of a create that the service refused because of another object, with the id of that object
 * and the command that adopts it. Whatever goes wrong with the search for it, the error stays.
 */
export async function explainConflict(
  session: Session,
  pending: PendingCreate,
  error: ApiError,
): Promise<ApiError> {
  return error.isConflict ? error.advise(await conflictAdvice(session, pending)) : error;
}

const replaceOption = "set the option deleteBeforeReplace: true";

async function conflictAdvice(session: Session, pending: PendingCreate): Promise<string> {
  const { name, adoptCommand, naturalKey } = pending;
  const key = `the same ${list(naturalKey.names, "and")}`;
  if (hasSibling(session, pending)) return managedAdvice(key);

  const { ids, unknown } = await idsWithSameKey(session, pending);
  const foreign = ids.filter((id) => !session.knownIds.has(id));
  const command = commandToAdopt(foreign, adoptCommand);
  if (ids.length === 0) {
    const reason = unknown === undefined ? "" : `, whose id is unknown (${unknown})`;
    return `it conflicts with another ${name}${reason}: adopt it with ${command} or, if this resource replaces it, ${replaceOption}`;
  }
  if (foreign.length === 0) return managedAdvice(key, ` (${idsText(ids)})`);
  if (foreign.length === 1) {
    return `${name} ${idsText(foreign)} has ${key}: adopt it with ${command} or, if this resource replaces it, ${replaceOption}`;
  }
  return `the objects ${idsText(foreign)} have ${key}: adopt the right one with ${command} or, if this resource replaces it, ${replaceOption}`;
}

const managedAdvice = (key: string, ids = "") =>
  `another resource of this stack has ${key}${ids}: if this resource replaces it, ${replaceOption}; if not, remove one of the two`;

/**
 * Whether another resource of this process, with the same natural key, has or may get the object. Its
 * id may still be unknown here, because its response is on the way or lost.
 */
function hasSibling({ pendingCreates, unaccounted }: Session, pending: PendingCreate): boolean {
  const { value } = pending.naturalKey;
  if (value === undefined) return false;
  return [...pendingCreates.keys(), ...unaccounted].some(
    (other) =>
      other !== pending && other.create === pending.create && other.naturalKey.value === value,
  );
}

interface Found {
  ids: string[];
  /** Why there is none, for a message. */
  unknown?: string;
}

async function idsWithSameKey(session: Session, pending: PendingCreate): Promise<Found> {
  const { names, value, of } = pending.naturalKey;
  if (value === undefined) return { ids: [] };
  try {
    const ids = await session.naturalKeyIndex(pending.list, of).idsOf(value);
    if (ids.length > 0) return { ids };
    return { ids, unknown: `the tenant lists none with the same ${list(names, "and")}` };
  } catch (error) {
    return { ids: [], unknown: error instanceof Error ? error.message : String(error) };
  }
}
