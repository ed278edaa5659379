import { isDeepStrictEqual } from "node:util";
import { type Fault, startTenant } from "../../../emulator/src";
import { type Limits, settingsFrom } from "../../../provider/config/settings";
import { InitFailed } from "../../../provider/lifecycle/stateFromResponse";
import type { Props } from "../../../provider/shared/json";
import { fakeClock } from "../clock/fakeClock";
import { engine, type State } from "../engine/engine";
import { patienceMs } from "../jest/patience.cjs";
import { expireHangs, openTenant } from "../tenant/connect";
import { collectionOf, emptyTenant, wire } from "../tenant/objects";
import { jsonCopy } from "../values/inputs";
import type { Kind, Operation } from "../values/kinds";

export const noon = Date.parse("2026-11-20T12:00:00Z");
export const tokenRoute = "POST /oauth/token";

/** Kong's response if it has no route to Auth0. */
export const kong404: Omit<Fault, "route"> = {
  kind: "status",
  status: 404,
  body: { message: "no Route matched with those values" },
};

export interface Case {
  kind: Kind;
  operation: Operation;
  /** The fault with its route and its number of repetitions. 0 means that it never ends. */
  fault: Fault;
}

export interface Outcome {
  /** The operation's error, if it failed. */
  failed: Error | undefined;
  /** The engine's state afterwards, or undefined if it has no such object. */
  state: State | undefined;
  objects: Props[];
  requests: number;
  sleptMs: number;
  /** The result of the next `up`, without faults and in a new process. */
  next: { failed: Error | undefined; state: State | undefined; objects: Props[]; drift: string[] };
  /** Texts that no message may contain. */
  secrets: string[];
}

/** `run` empties the tenant, performs one operation with a fault in it, and then another `up` without. */
export interface Scenario {
  run(one: Case): Promise<Outcome>;
  close(): Promise<void>;
}

/** A tenant and the lifecycle in this process, with a clock that advances only while it sleeps. */
export async function startScenario(limits: Limits): Promise<Scenario> {
  const clock = fakeClock();
  const server = await startTenant({ now: clock.now });
  expireHangs(server, clock);
  const settings = { ...settingsFrom(() => undefined, server.environment), limits };
  /** A provider without memory of earlier operations. */
  const connect = ({ resource }: Kind) => engine(resource, openTenant(settings, clock).session);
  const tokens = new Set<string>();

  function secrets(): string[] {
    for (const { headers } of server.requests)
      if (headers.authorization) tokens.add(String(headers.authorization).replace("Bearer ", ""));
    return [server.environment.AUTH0_CLIENT_SECRET ?? "", ...tokens];
  }

  /** Sets the clock back, and counts sleeps from here. */
  function begin(): void {
    clock.advance(noon - clock.now());
    clock.slept.length = 0;
  }

  function reset(): void {
    server.clearFaults();
    server.finishLateWork();
    emptyTenant(server);
    begin();
  }

  async function run({ kind, operation, fault }: Case): Promise<Outcome> {
    const { first, changed } = kind;
    reset();
    const tried = connect(kind);
    const stored = (): Props[] => [...collectionOf(server, kind).values()].map(jsonCopy);
    const old = operation === "create" ? undefined : await tried.create(first);
    // A valid token would hide a fault of the token endpoint.
    if (fault.route === tokenRoute) server.revokeTokens();
    server.clearRequests();
    begin();
    server.addFault(fault);

    const program = operation === "update" ? changed : first;
    const outcome = await within(perform(tried, operation, old, program));
    const requests = server.requests.length;
    const sleptMs = clock.slept.reduce((sum, ms) => sum + ms, 0);
    const { failed, state } = after(outcome, old);
    const objects = stored();
    const found = secrets();

    server.clearFaults();
    const again = connect(kind);
    const finished = operation === "delete" && !failed;
    const up = finished
      ? Promise.resolve(undefined)
      : perform(again, operation, state, program, failed);
    const next = after(await within(up), state);
    const drift = next.state && !next.failed ? await again.drift(next.state) : [];
    return {
      failed,
      state,
      objects,
      requests,
      sleptMs,
      next: { ...next, objects: stored(), drift },
      secrets: [...found, ...secrets()],
    };
  }

  return { run, close: () => server.close() };
}

/** The operation that the engine requests for a program and a state. */
async function perform(
  { create, refresh, update, destroy, plan }: ReturnType<typeof engine>,
  operation: Operation,
  state: State | undefined,
  program: Props,
  failed?: Error,
): Promise<State | undefined> {
  if (!state) return create(program);
  if (operation === "read") return refresh(state);
  if (operation === "delete") return destroy(state).then(() => undefined);
  const keeps = !(failed instanceof InitFailed) && plan(state, program).changes === false;
  return keeps ? state : update(state, program);
}

/** The state that the engine stores, which is the one in the error or the old one. */
function after(outcome: State | Error | undefined, old: State | undefined) {
  if (!(outcome instanceof Error)) return { failed: undefined, state: outcome };
  if (!(outcome instanceof InitFailed)) return { failed: outcome, state: old };
  const { id, outs } = outcome;
  return { failed: outcome, state: { id, inputs: old?.inputs ?? {}, outs: jsonCopy(outs) } };
}

/** The result or the error of work, or an error if it hangs. */
async function within<T>(work: Promise<T>): Promise<T | Error> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error("it hangs")), patienceMs);
  });
  return Promise.race([work.catch((error: Error) => error), late]).finally(() =>
    clearTimeout(timer),
  );
}

/** Whether a stored object has every value of a program, secrets included. */
export const holds = (object: Props | undefined, program: Props): boolean =>
  Object.entries(wire(program)).every(([key, value]) => isDeepStrictEqual(value, object?.[key]));
