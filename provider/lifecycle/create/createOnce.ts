import { ApiError } from "../../api/apiError";
import type { SendOptions } from "../../api/managementApi";
import { maxTotalMs, retryDelayMs } from "../../api/retry";
import { creationTimeOf } from "../../resources/definition";
import { isObject, type Json, type Props } from "../../shared/json";
import type { Session } from "../session";
import { explainConflict } from "./conflict";
import { findLostCreate, type Search, warningOfDuplicate } from "./findLostCreate";
import { couldMatchSameObject, type PendingCreate } from "./pendingCreate";

export interface Created {
  /** As Auth0 returned it; its id is a text. */
  object: Props;
  /** What the user has to look at although the object was created. */
  warning?: string;
}

/**
 * After a timeout, here or at a gateway, Auth0 may still complete the request. The API's
 * reference names no limit. An object that appears later is reported by the search after the next POST.
 */
const lateCommitMs = 5000;

/**
 * Creates exactly one object, also where responses are lost. A POST is repeated only after a search of
 * the tenant for the object of the lost one (findLostCreate.ts), and no two resources get one id.
 */
export function createOnce(
  session: Session,
  pending: PendingCreate,
  options: SendOptions,
): Promise<Created> {
  // Creates that could match one object run one at a time: after a lost response, the objects would be
  // indistinguishable.
  const earlier = [...session.run.pendingCreates]
    .filter(([other]) => couldMatchSameObject(pending, other))
    .map(([, ended]) => ended);
  const created = Promise.all(earlier)
    .then(() => createOne(session, pending, options))
    .finally(() => session.run.pendingCreates.delete(pending));
  session.run.pendingCreates.set(
    pending,
    created.catch(() => undefined),
  );
  return created;
}

/** One create with all of its attempts. */
interface OngoingCreate extends Search {
  request: SendOptions;
  /** One error for each attempt that may have created an object. */
  uncertainAttempts: ApiError[];
  /** Whether a search has found the object of one of them. */
  recovered: boolean;
}

async function createOne(
  session: Session,
  pending: PendingCreate,
  options: SendOptions,
): Promise<Created> {
  // The token's response shows Auth0's clock before the first POST.
  await session.api.token.get();
  const started = session.api.transport.serviceClock.moment();
  const deadline = started.now + maxTotalMs;
  const { body } = pending;
  const ongoing: OngoingCreate = {
    session,
    pending,
    started,
    deadline,
    request: { ...options, body, deadline, correlationId: session.api.newCorrelationId() },
    uncertainAttempts: [],
    recovered: false,
  };
  try {
    return await sendUntilCreated(ongoing);
  } finally {
    // A recovered object is the result of one attempt. Any other may still produce an object.
    const accountedFor = ongoing.recovered ? 1 : 0;
    if (ongoing.uncertainAttempts.length > accountedFor) session.run.unaccounted.add(pending);
  }
}

async function sendUntilCreated(ongoing: OngoingCreate): Promise<Created> {
  const { session, pending } = ongoing;
  for (let attempt = 1; ; attempt++) {
    const outcome = await post(ongoing);
    if (outcome.kind === "refused") throw await explainConflict(session, pending, outcome.error);
    if (outcome.kind === "made") return confirm(ongoing, outcome.object);

    if (outcome.cause !== "second") ongoing.uncertainAttempts.push(outcome.error);
    await waitBeforeSearch(ongoing, attempt, outcome.error);
    const object = await findLostCreate(ongoing, outcome.error);
    if (object) {
      ongoing.recovered = true;
      return { object };
    }
    // Another POST would conflict again, or create a second object.
    if (outcome.cause !== "lost") throw await explainConflict(session, pending, outcome.error);
    if (isExhausted(ongoing, attempt)) throw withFinalAdvice(ongoing, outcome.error);
  }
}

type PostOutcome =
  | { kind: "made"; object: Props }
  | { kind: "refused"; error: ApiError }
  | { kind: "unknown"; cause: UnknownCause; error: ApiError };

/**
 * `lost`: the request may have run.
 * `unnamed`: Auth0 accepted the request, but its response names no new object.
 * `second`: Auth0 rejects a second object, and an earlier attempt may have made the first.
 */
type UnknownCause = "lost" | "unnamed" | "second";

async function post(ongoing: OngoingCreate): Promise<PostOutcome> {
  const { session, pending, request, uncertainAttempts } = ongoing;
  const evenIfInterrupted = uncertainAttempts.length > 0;
  let response: Json | undefined;
  try {
    response = await session.api.send(pending.create, { ...request, evenIfInterrupted });
  } catch (error) {
    if (error instanceof ApiError) return outcomeOf(ongoing, error);
    throw error;
  }
  if (hasId(response) && session.run.addId(response.id)) return { kind: "made", object: response };
  return { kind: "unknown", cause: "unnamed", error: unnamedObject(ongoing) };
}

function outcomeOf({ uncertainAttempts }: OngoingCreate, error: ApiError): PostOutcome {
  // Even if it names a quota, because the first object may have used it up.
  if (error.status === 409 && uncertainAttempts.length > 0) {
    return { kind: "unknown", cause: "second", error };
  }
  if (error.mayHaveRun) return { kind: "unknown", cause: "lost", error };
  return { kind: "refused", error };
}

const hasId = (response: Json | undefined): response is Props & { id: string } =>
  isObject(response) && typeof response.id === "string" && response.id !== "";

function unnamedObject({ session, pending, request }: OngoingCreate): ApiError {
  return new ApiError({
    failure: `${pending.create.route} (${session.api.domain}): Auth0 accepted the request, but its response has no ID`,
    advice: `Look for a new ${pending.name} in the tenant before you run \`pulumi up\` again.`,
    correlationId: request.correlationId,
    kind: "unreadable",
  });
}

/** The object of a POST that succeeded, with a warning if an earlier attempt may have made another one. */
async function confirm(ongoing: OngoingCreate, object: Props): Promise<Created> {
  const { clock, serviceClock } = ongoing.session.api.transport;
  // Before the last search: timestamps far behind `Date` would make a lost object look older than the create.
  serviceClock.learnFromTimestamp(creationTimeOf(ongoing.pending.list, object));
  // An attempt that timed out is the most likely to be completed late.
  const lost =
    ongoing.uncertainAttempts.find(({ kind }) => kind === "timedOut") ??
    ongoing.uncertainAttempts[0];
  if (!lost) return { object };
  if (lost.kind === "timedOut") await clock.sleep(lateCommitMs);
  const warning = await warningOfDuplicate(ongoing, object, lost);
  return warning === undefined ? { object } : { object, warning };
}

async function waitBeforeSearch(
  ongoing: OngoingCreate,
  attempt: number,
  error: ApiError,
): Promise<void> {
  const { clock } = ongoing.session.api.transport;
  const retryMs = retryDelayMs(attempt, {}, clock);
  await clock.sleep(error.kind === "timedOut" ? Math.max(retryMs, lateCommitMs) : retryMs);
}

function isExhausted({ session, deadline }: OngoingCreate, attempt: number): boolean {
  const { maxRetries, transport } = session.api;
  return transport.interrupted || attempt > maxRetries || transport.clock.now() > deadline;
}

function withFinalAdvice({ pending, uncertainAttempts }: OngoingCreate, error: ApiError): ApiError {
  if (uncertainAttempts.some(({ kind }) => kind === "timedOut")) {
    return error.advise(
      "The tenant doesn't list it yet, but Auth0 may still complete it.\n" +
        `Look for a new ${pending.name} in the tenant before you run \`pulumi up\` again.`,
    );
  }
  return error.advise("The tenant has no matching object. Run `pulumi up` again.");
}
