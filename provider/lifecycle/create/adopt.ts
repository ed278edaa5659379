import { changedKeys, propertyDiffs } from "../../schema/diff";
import { pathText } from "../../schema/path";
import { dropWriteOnly } from "../../schema/secrets";
import { containsUnknown } from "../../schema/unknown";
import { joinWords } from "../../schema/wording";
import type { Props } from "../../shared/json";
import type { ResourceContext } from "../context";
import { notify } from "../notice";
import { splitResponse, stateAfterWrite } from "../stateFromResponse";
import { update } from "../update";
import { hasSibling, holders, keyText, naturalKeyIn } from "./conflict";

/** An object of the tenant that has the natural key of a create's inputs. */
interface Adoption {
  id: string;
  /** As the tenant lists it. */
  object: Props;
  /** Its outputs without secrets, which Auth0 never returns. */
  olds: Props;
  /** The top-level inputs that an update sends, including those that have a secret. */
  keys: string[];
}

/**
 * With the setting adoptExisting, takes over the object that has the natural key of the inputs, and updates
 * what differs. Otherwise undefined: then the create goes on, and Auth0 says what it conflicts with.
 */
export async function adopt(
  context: ResourceContext,
  news: Props,
): Promise<{ id: string; outs: Props } | undefined> {
  const adoption = await announcedAdoption(context, news);
  // Another create may have adopted it meanwhile.
  if (!adoption || !context.session.addId(adoption.id)) return undefined;
  const { id, object, olds, keys } = adoption;
  if (keys.length > 0) return { id, ...(await update(context, id, olds, news)) };
  return { id, outs: stateAfterWrite(context, { id, news, response: object }) };
}

/** Says which object a create will adopt, and what it updates. Returns the id of the object. */
export const announceAdoption = async (
  context: ResourceContext,
  news: Props,
): Promise<string | undefined> => (await announcedAdoption(context, news))?.id;

async function announcedAdoption(
  context: ResourceContext,
  news: Props,
): Promise<Adoption | undefined> {
  const { inputs, definition, session } = context;
  const object = await findExisting(context, news);
  if (!object) return undefined;
  const id = String(object.id);
  const { liveInputs, addedOutputs } = splitResponse(context, object);
  const live = dropWriteOnly(inputs, liveInputs) as Props;
  assertUpdatable(context, id, live, news);
  const keys = changedKeys(inputs, live, news);
  const readableKeys = changedKeys(inputs, live, dropWriteOnly(inputs, news) as Props);
  const changes = keys.map((key) => (readableKeys.includes(key) ? key : `${key} (secret)`));
  const updates =
    keys.length === 0 ? ", which needs no update" : ` and updates ${joinWords(changes, "and")}`;
  notify(session, "adoption", `adopts ${definition.name} ${id}${updates}`);
  session.adoptedIds.add(id);
  return { id, object, olds: { ...live, ...addedOutputs, tenant: session.api.domain }, keys };
}

/** The only object with the natural key, if no resource of this run has it. */
async function findExisting(context: ResourceContext, news: Props): Promise<Props | undefined> {
  const { definition, session } = context;
  const { name, list, create, naturalKey: names } = definition;
  if (!session.api.settings.adoptExisting || list === undefined) return undefined;
  const naturalKey = naturalKeyIn(context, news);
  const isUnknown = names?.some((key) => containsUnknown(news[key]));
  if (naturalKey.value === undefined || isUnknown) return undefined;
  const objects = await session.earlierListing(list).objects();
  const found = objects.filter((object) => naturalKey.of(object) === naturalKey.value);
  if (found.length > 1) {
    const ids = found.map(({ id }) => String(id));
    throw new Error(
      `${holders(name, ids)} ${keyText(naturalKey)}, so adoptExisting can't tell which one to adopt. Nothing was sent.\nImport the one that you want.\nIf you don't need the others, delete them instead.`,
    );
  }
  const isManaged = found.some(({ id }) => session.knownIds.has(String(id)));
  return isManaged || hasSibling(session, { create, naturalKey }) ? undefined : found[0];
}

/** Throws if an update can't give the object the values of the program. */
function assertUpdatable(context: ResourceContext, id: string, live: Props, news: Props): void {
  const { definition, inputs } = context;
  const replacing = propertyDiffs(inputs, live, news)
    // An unknown value may turn out to be the one that the object has.
    .filter(({ replaces, newValue }) => replaces && !containsUnknown(newValue))
    .map(({ path }) => pathText(path));
  if (replacing.length === 0) return;
  throw new Error(
    `adoptExisting can't adopt ${definition.name} ${id}, which has ${keyText(naturalKeyIn(context, news))}, because an update can't change ${joinWords(replacing, "and")}. Nothing was sent.\n` +
      "Set the value that the object has.\n" +
      "To replace the object, import it, then run `pulumi up`.\n" +
      "To start over, delete it, then run `pulumi up`.",
  );
}
