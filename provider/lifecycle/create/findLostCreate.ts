import type { ApiError } from "../../api/apiError";
import { listAll } from "../../api/listPages";
import type { Moment } from "../../api/serviceClock";
import { creationTimeOf } from "../../resources/definition";
import type { Props } from "../../shared/json";
import type { Session } from "../session";
import { idsText, importCommand } from "./conflict";
import { couldMatchSameObject, type PendingCreate } from "./pendingCreate";

/** What to search the tenant for. */
export interface Search {
  session: Session;
  pending: PendingCreate;
  /** Just before the first POST. */
  started: Moment;
  /** In milliseconds of the process's clock. No request of the search is repeated after it. */
  deadline: number;
}

/**
 * Finds the object that a lost attempt created; undefined if the tenant lists no candidate: createOnce.ts
 * then sends the POST again, as long as it has retries left. A single candidate is taken if it is certain
 * that this create made it. In every other case it throws `lost`, with advice.
 */
export async function findLostCreate(search: Search, lost: ApiError): Promise<Props | undefined> {
  const candidates = await candidatesOf(search).catch((error: unknown) => {
    throw lost.advise(
      `Auth0 may or may not have created it. Look for a new ${search.pending.name} in the tenant ` +
        "before you run `pulumi up` again.\n" +
        `The search for it failed: ${messageOf(error)}`,
    );
  });
  const [first, ...others] = candidates;
  if (!first) return undefined;
  const isCertain = others.length === 0 && isCertainlyNew(search, first);
  if (isCertain && search.session.run.addId(String(first.id))) return first;
  const ids = idsOf(candidates);
  throw lost.advise(
    `It may have been created as ${idsText(ids)}. Delete it, or import it: \`${importCommand}\`.\n` +
      "Then run `pulumi up` again.",
  );
}

/**
 * After a lost attempt and a second POST that succeeded, searches for an object of the lost attempt.
 * Returns a warning if there may be one.
 */
export async function warningOfDuplicate(
  search: Search,
  created: Props,
  lost: ApiError,
): Promise<string | undefined> {
  const { name } = search.pending;
  const warning = (finding: string) =>
    lost.advise(`The request was sent again, and ${name} ${created.id} was created.\n${finding}`)
      .message;
  try {
    const duplicates = await candidatesOf(search);
    if (duplicates.length === 0) return undefined;
    return warning(
      `The first attempt may have created a duplicate: ${idsText(idsOf(duplicates))}.\n` +
        "Unless someone else created it, delete it, and run `pulumi up` again.",
    );
  } catch (error) {
    return warning(
      "The first attempt may have created a duplicate. " +
        `Look for a duplicate ${name} in the tenant, and run \`pulumi up\` again.\n` +
        `The search for it failed: ${messageOf(error)}`,
    );
  }
}

/** Matching objects that no resource of this process has, and that aren't certainly older than the create. */
async function candidatesOf({ session, pending, started, deadline }: Search): Promise<Props[]> {
  const { serviceClock } = session.api.transport;
  const { list, matches } = pending;
  const objects = await listAll(session.api, list, { deadline, evenIfInterrupted: true });
  return objects.filter(
    (object) =>
      !session.run.knownIds.has(String(object.id)) &&
      matches(object) &&
      serviceClock.compare(creationTimeOf(list, object), started) !== "before",
  );
}

/** Whether an object was made since the create started, and by no other create of this process. */
function isCertainlyNew({ session, pending, started }: Search, object: Props): boolean {
  const creationTime = creationTimeOf(pending.list, object);
  if (session.api.transport.serviceClock.compare(creationTime, started) !== "since") return false;
  return ![...session.run.unaccounted].some(
    (other) => other !== pending && couldMatchSameObject(pending, other),
  );
}

const idsOf = (objects: Props[]) => objects.map(({ id }) => String(id));

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
