import { isDeepStrictEqual } from "node:util";
import { type Fault, startTenant, type TenantOptions } from "../../../emulator/src";
import { type Limits, settingsFrom } from "../../../provider/config/settings";
import { InitFailed } from "../../../provider/lifecycle/initFailed";
import { type Lifecycle, lifecycle } from "../../../provider/lifecycle/resource";
import type { Session } from "../../../provider/lifecycle/session";
import * as resources from "../../../provider/resources";
import { encode } from "../../../provider/schema/codec";
import { resourceSchema } from "../../../provider/schema/packageSchema";
import type { Props } from "../../../provider/shared/json";
import { fakeClock } from "../clock/fakeClock";
import { engine, type State } from "../engine/engine";
import { openTenant } from "../tenant/connect";
import { authorized, configured, jsonCopy, policy, push, stream } from "../values/inputs";

export const noon = Date.parse("2026-11-20T12:00:00Z");
export const tokenRoute = "POST /oauth/token";
export const operations = ["create", "read", "update", "delete"] as const;
export type Operation = (typeof operations)[number];

/** A resource, two programs for it, and the route of each operation that sends a request. */
export interface Kind {
  name: string;
  resource: Lifecycle;
  first: Props;
  second: Props;
  routes: Partial<Record<Operation, string>>;
}

function kind(definition: (typeof resources)[keyof typeof resources], ...programs: Props[]): Kind {
  const [first = {}, second = {}] = programs;
  const routes = operations.flatMap((operation) => {
    const request = definition[operation];
    return typeof request === "string" ? [] : [[operation, request.route]];
  });
  const { name } = definition;
  return {
    name,
    resource: lifecycle(definition),
    first,
    second,
    routes: Object.fromEntries(routes),
  };
}

const otherPassword = { method: "basic", username: "tenant", password: "canary-password-second" };

export const kinds = [
  kind(resources.eventStream, stream(), authorized(otherPassword)),
  kind(resources.rateLimitPolicy, policy(), configured({ action: "log", limit: 7 })),
  kind(resources.guardianFcmv1Provider, push(), push("canary-credentials-second")),
];

export interface Case {
  kind: Kind;
  operation: Operation;
  /** With its route and the number of its repetitions, 0 for no end. */
  fault: Fault;
}

export interface Outcome {
  /** What the operation threw, if it failed. */
  failed: Error | undefined;
  /** The engine's state afterwards; undefined if it holds no such object. */
  state: State | undefined;
  objects: Props[];
  requests: number;
  sleptMs: number;
  /** The same after the next `up`, without faults and in a new process. */
  next: { failed: Error | undefined; state: State | undefined; objects: Props[]; drift: string[] };
  /** Texts that no message may contain. */
  secrets: string[];
}

/** A tenant. `run` empties it, performs one operation with a fault in it, and then another `up` without. */
export async function startScenario(limits: Limits, options: TenantOptions = {}) {
  const clock = fakeClock();
  const server = await startTenant({ now: clock.now, ...options });

  const objects: Record<string, () => object[]> = {
    EventStream: () => [...server.streams.values()],
    RateLimitPolicy: () => [...server.policies.values()],
    GuardianFcmv1Provider: () => (server.fcmv1 ? [server.fcmv1] : []),
  };

  function reset(): Session {
    server.clearFaults();
    server.finishLateWork();
    server.streams.clear();
    server.policies.clear();
    server.fcmv1 = undefined;
    clock.advance(noon - clock.now());
    return newProcess();
  }

  const newProcess = () =>
    openTenant({ ...settingsFrom(() => undefined, server.environment), limits }, clock).session;

  async function run({ kind, operation, fault }: Case): Promise<Outcome> {
    const { name, resource, first, second } = kind;
    const session = reset();
    const stored = () => jsonCopy({ all: objects[name]?.() }).all as Props[];
    const old = operation === "create" ? undefined : await engine(resource, session).create(first);
    // A valid token would hide a fault of the token endpoint.
    if (fault.route === tokenRoute) server.revokeTokens();
    server.clearRequests();
    clock.slept.length = 0;
    server.addFault(fault);

    const program = operation === "update" ? second : first;
    const outcome = await within(
      10_000,
      perform(engine(resource, session), operation, old, program),
    );
    const requests = server.requests.length;
    const sleptMs = clock.slept.reduce((sum, ms) => sum + ms, 0);
    const { failed, state } = after(outcome, old);
    const left = stored();

    server.clearFaults();
    const again = engine(resource, newProcess());
    const finished = operation === "delete" && !failed;
    const up = finished
      ? Promise.resolve(undefined)
      : perform(again, operation, state, program, failed);
    const next = after(await within(10_000, up), state);
    const drift = next.state && !next.failed ? await again.drift(next.state) : [];
    return {
      failed,
      state,
      objects: left,
      requests,
      sleptMs,
      next: { ...next, objects: stored(), drift },
      secrets: [server.environment.AUTH0_CLIENT_SECRET ?? "", ...session.api.token.seen],
    };
  }

  return { run, close: () => server.close() };
}

type Engine = ReturnType<typeof engine>;

/** The operation that the engine requests for a program and a state. */
async function perform(
  { create, refresh, update, destroy, plan }: Engine,
  operation: Operation,
  state: State | undefined,
  program: Props,
  failed?: Error,
): Promise<State | undefined> {
  if (!state) return create(program);
  if (operation === "read") return refresh(state);
  if (operation === "delete") return destroy(state).then(() => undefined);
  const same = plan(state, program).changes === false && !(failed instanceof InitFailed);
  return same ? state : update(state, program);
}

/** The state that the engine stores: after a failure the one in the error, else the old one. */
function after(outcome: State | Error | undefined, old: State | undefined) {
  if (!(outcome instanceof Error)) return { failed: undefined, state: outcome };
  if (!(outcome instanceof InitFailed)) return { failed: outcome, state: old };
  const { id, outs } = outcome;
  return { failed: outcome, state: { id, inputs: old?.inputs ?? {}, outs: jsonCopy(outs) } };
}

/** The result or the error of some work, or an error when it takes too long. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | Error> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`no end after ${ms} ms`)), ms);
  });
  return Promise.race([work.catch((error: Error) => error), late]).finally(() =>
    clearTimeout(timer),
  );
}

/** Whether a stored object has every value of a program, secrets included. */
export function holds(object: Props | undefined, { name }: Kind, program: Props): boolean {
  const wire = encode(resourceSchema(name).inputs, program) as Props;
  return Object.keys(wire).every((key) => isDeepStrictEqual(wire[key], object?.[key]));
}
