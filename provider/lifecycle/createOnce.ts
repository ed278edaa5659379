import { ApiError } from "../api/apiError";
import { newCorrelationId, type SendOptions } from "../api/managementApi";
import { maxTotalMs, retryDelayMs } from "../api/retry";
import { isObject, type Json, type Props } from "../shared/json";
import {
  type Attempts,
  candidatesOf,
  idsOf,
  mayMatchOne,
  type PendingCreate,
} from "./createCandidates";
import type { Session } from "./session";

export interface Made {
  /** As the service returned it. */
  object: Json | undefined;
  /** What the user has to look at, although the object was made. */
  warning?: string;
}

/** After a gateway or this process has given up waiting, the service may still finish the request. */
const lateCommitMs = 5000;

/**
 * Makes one object, also where the response is lost: a POST is never sent again before the tenant has
 * been searched for what it would have made, and an id that one resource has is never given to another.
 */
export function createOnce(
  session: Session,
  making: PendingCreate,
  params: SendOptions,
): Promise<Made> {
  const alike = [...session.pendingCreates].filter(([other]) => mayMatchOne(making, other));
  // After a lost response they would be indistinguishable, so they run one at a time.
  const turn = Promise.all(alike.map(([, done]) => done));
  const done = turn
    .then(() => makeOne(session, making, params))
    .finally(() => session.pendingCreates.delete(making));
  session.pendingCreates.set(
    making,
    done.catch(() => undefined),
  );
  return done;
}

async function makeOne(
  session: Session,
  making: PendingCreate,
  params: SendOptions,
): Promise<Made> {
  // The token's response shows the service's clock before the first POST.
  await session.api.token.get();
  const started = session.api.transport.serviceClock.moment();
  const attempts = { session, making, started, deadline: started.now + maxTotalMs };
  const losses: ApiError[] = [];
  try {
    const made = await tryUntilMade(attempts, params, losses);
    // An adopted object accounts for one lost attempt; another one may still be completed.
    if (losses.length > (made.adopted ? 1 : 0)) session.unaccounted.add(making);
    return made;
  } catch (error) {
    if (losses.length > 0) session.unaccounted.add(making);
    throw error;
  }
}

/** Sends and searches by turns; `losses` collects the attempts that may have been executed. */
async function tryUntilMade(
  attempts: Attempts,
  params: SendOptions,
  losses: ApiError[],
): Promise<Made & { adopted?: true }> {
  const { session, making, deadline } = attempts;
  const { clock, serviceClock } = session.api.transport;
  const request = { ...params, body: making.body, deadline, correlationId: newCorrelationId() };
  for (let attempt = 1; ; attempt++) {
    const outcome = await session.api.send(making.create, request).catch(asError);
    if (isMade(outcome) && session.claim(outcome.id)) {
      const loss = losses.find(({ timedOut }) => timedOut) ?? losses[0];
      if (loss) return secondLook(attempts, outcome, loss);
      serviceClock.observe(outcome[making.list.madeAt]);
      return { object: outcome };
    }
    const failed = outcome instanceof ApiError ? outcome : undefined;
    // A conflict after a lost response may be with what that attempt has made.
    const conflict = failed?.status === 409 && losses.length > 0;
    if (failed && !failed.mayHaveRun && !conflict) throw failed;
    const lost = failed ?? accepted(session, making, request.correlationId);
    if (!conflict) losses.push(lost);
    await clock.sleep(Math.max(retryDelayMs(attempt, {}, clock), lost.timedOut ? lateCommitMs : 0));
    const object = await search(attempts, lost);
    if (object) return { object, adopted: true };
    // Another POST would conflict again, or double what was accepted.
    if (!failed || conflict) throw lost;
    if (attempt > session.api.maxRetries || clock.now() > deadline) {
      throw lost.advise(
        losses.some(({ timedOut }) => timedOut)
          ? `the tenant does not list it yet, but the service may still complete it: look for a new ${making.name} in the tenant before running again`
          : "the tenant lists nothing that it could have made; run again",
      );
    }
  }
}

const isMade = (outcome: unknown): outcome is Props & { id: string } =>
  isObject(outcome) && typeof outcome.id === "string" && outcome.id !== "";

const asError = (error: unknown) => {
  if (error instanceof ApiError) return error;
  throw error;
};

function accepted(
  { api: { domain } }: Session,
  making: PendingCreate,
  correlationId: string,
): ApiError {
  const { create, name } = making;
  return new ApiError({
    failure: `${create.route} (${domain}): accepted, but the response names no new object`,
    advice: `look for a new ${name} in the tenant before running again`,
    correlationId,
  });
}

/** What an earlier attempt has made; an error where that cannot be determined. */
async function search(attempts: Attempts, lost: ApiError): Promise<Props | undefined> {
  const { session, making, started } = attempts;
  const candidates = await candidatesOf(attempts).catch((error: unknown) => {
    throw lost.advise(
      `whether it was made is unknown, since looking failed (${messageOf(error)}); look for a new ${making.name} in the tenant before running again`,
    );
  });
  const [only] = candidates;
  if (!only) return undefined;
  const { serviceClock } = session.api.transport;
  const certain =
    candidates.length === 1 &&
    serviceClock.compare(only[making.list.madeAt], started) === "since" &&
    // Else it may be what another create has made late.
    ![...session.unaccounted].some((other) => other !== making && mayMatchOne(making, other));
  if (certain && session.claim(String(only.id))) return only;
  throw lost.advise(
    `it may have been made: ${idsOf(candidates)} could be it; adopt the right one with an import file (README) or delete it, then run again`,
  );
}

/** After a POST that had to be sent twice, both may have been done. */
async function secondLook(attempts: Attempts, object: Props, lost: ApiError): Promise<Made> {
  const { session, making } = attempts;
  if (lost.timedOut) await session.api.transport.clock.sleep(lateCommitMs);
  const warn = (what: string) => {
    const next = `it was sent again, and ${making.name} ${object.id} was made; ${what}, then run again`;
    return { object, warning: lost.advise(next).message };
  };
  try {
    const others = await candidatesOf(attempts);
    if (others.length === 0) return { object };
    return warn(
      `the first attempt may have made ${idsOf(others)}, which looks the same: delete it, unless somebody else made it`,
    );
  } catch (error) {
    return warn(
      `whether the first attempt made another is unknown, since looking failed (${messageOf(error)}): look for a new ${making.name} in the tenant`,
    );
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
