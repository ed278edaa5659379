import type { Operation } from "./definition";
import { ApiError } from "./errors";
import { isObject, type Json, type Props } from "./json";
import { listPages } from "./list";
import { maxTotalMs, retryDelayMs } from "./retry";
import { newCorrelationId, type Params, type Tenant } from "./tenant";

/** An object to be made. */
export interface Making {
  /** The resource's name. */
  name: string;
  create: Operation;
  list: Operation & { madeAt: string };
  body: Props;
  /** Whether an object of the service has all that the body says, as far as it can be read. */
  matches: (object: Json) => boolean;
}

/** Clocks of one service may differ by this much, and its `Date` is cut to seconds. */
const doubtMs = 2000;

/**
 * Makes one object, also where the answer is lost: a POST is never sent again before the tenant has
 * been searched for what it would have made. Gives the object as the service answers it.
 */
export function createOnce(tenant: Tenant, making: Making, params: Params): Promise<Props> {
  const alike = [...tenant.making].filter(
    ([other]) => !differ(making.body, other.body) && making.matches(other.body),
  );
  // What looks the same could not be told apart later: one after another.
  const turn = Promise.all(alike.map(([, done]) => done));
  const done = turn
    .then(() => attempts(tenant, making, params))
    .finally(() => tenant.making.delete(making));
  tenant.making.set(
    making,
    done.catch(() => undefined),
  );
  return done;
}

/** Told at a glance, since hundreds may be made at once: a name, a selector. */
const differ = (mine: Props, other: Props) =>
  Object.keys(mine).some((key) => typeof mine[key] !== "object" && mine[key] !== other[key]);

async function attempts(tenant: Tenant, making: Making, params: Params): Promise<Props> {
  const { clock } = tenant.connection;
  const since = clock.now();
  const deadline = since + maxTotalMs;
  const all = { ...params, body: making.body, deadline, correlationId: newCorrelationId() };
  let lost: ApiError | undefined;
  for (let attempt = 1; ; attempt++) {
    const outcome = await tenant.send(making.create, all).catch(asError);
    if (isObject(outcome) && typeof outcome.id === "string" && outcome.id) return outcome;
    const failed = outcome instanceof ApiError ? outcome : undefined;
    // A conflict after a lost answer may be with what that attempt has made.
    if (failed && !failed.unsure && !(lost && failed.status === 409)) throw failed;
    lost = failed ?? accepted(tenant, making, all.correlationId);
    await clock.sleep(retryDelayMs(attempt, {}, clock));
    const found = await search(tenant, making, since, deadline, lost);
    if (found) return found;
    if (!failed || failed.status === 409) throw lost;
    if (attempt > tenant.maxRetries || clock.now() > deadline) {
      throw lost.advise("the tenant lists nothing that it could have made; run again");
    }
  }
}

const asError = (error: unknown) => {
  if (error instanceof ApiError) return error;
  throw error;
};

function accepted({ domain }: Tenant, making: Making, correlationId: string): ApiError {
  const { create, name } = making;
  return new ApiError({
    came: `${create.route} (${domain}): accepted, but the answer has no id`,
    next: `look for a new ${name} in the tenant before running again`,
    correlationId,
  });
}

/** What an earlier attempt has made; an error where that cannot be told. */
async function search(
  tenant: Tenant,
  { list, name, matches }: Making,
  since: number,
  deadline: number,
  lost: ApiError,
): Promise<Props | undefined> {
  const like: Props[] = [];
  try {
    for await (const page of listPages(tenant, list, { deadline })) {
      like.push(...page.filter((one) => !tenant.held.has(String(one.id)) && matches(one)));
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const look = `look for a new ${name} in the tenant before running again`;
    throw lost.advise(`whether it was made is unknown, since looking failed (${why}); ${look}`);
  }
  const earliest = tenant.connection.serviceClock.at(since) ?? Number.NaN;
  const age = (one: Props) => Date.parse(String(one[list.madeAt])) - earliest;
  // Where a time is missing, the difference is no number, and neither comparison holds.
  const candidates = like.filter((one) => !(age(one) < -doubtMs));
  const [only] = candidates;
  if (!only || (candidates.length === 1 && age(only) >= 0)) return only;
  const ids = candidates.map(({ id }) => String(id)).join(", ");
  throw lost.advise(
    `it may have been made: ${ids} could be it; adopt the right one with an import file (README) or delete it, then run again`,
  );
}
