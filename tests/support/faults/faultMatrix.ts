import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { Fault, TenantOptions } from "../../../emulator/src";
import type { Limits } from "../../../provider/config/settings";
import { leaksIn } from "../values/leaks";
import { type Act, acts, holds, type Kind, kinds, type Played, stage, tokenRoute } from "./faults";

/** One thing to go wrong; where and how often is the matrix's. */
export interface Trouble {
  fault: Omit<Fault, "route" | "times">;
  /** Whether it may stand although it passes; `TOKEN` is the token endpoint's method. */
  lasting?: (method: string, times: number, act: Act) => boolean;
  /** How many times it comes, 0 of which are for ever: once, three times and for ever unless given. */
  often?: number[];
  /** Says by a good status that something was done which was not: only a POST and a GET can tell. */
  lie?: true;
}

export const both = (name: string, fault: Trouble["fault"], more: Partial<Trouble> = {}) =>
  (["before", "after"] as const).map((when): [string, Trouble] => [
    `${name} ${when} the work`,
    { fault: { when, ...fault }, ...more },
  ]);

interface Scene {
  title: string;
  fault: Fault;
  /** Whether it must end well. */
  passes: boolean;
}

/** One place of trouble; its scenes are played one after another, in a tenant of their own. */
interface Lane {
  kind: Kind;
  act: Act;
  route: string;
  scenes: Scene[];
}

function lanesOf(troubles: [string, Trouble][]): Lane[] {
  return kinds.flatMap((kind) =>
    acts.flatMap((act) => {
      const own = kind.routes[act];
      if (own === undefined) return [];
      const creates = act === "create";
      const token = creates || kind === kinds[0] ? [tokenRoute] : [];
      const routes = [own, ...(creates ? ["*"] : []), ...token];
      return routes.map((route) => ({
        kind,
        act,
        route,
        scenes: scenes(act, own, route, troubles),
      }));
    }),
  );
}

function scenes(act: Act, own: string, route: string, troubles: [string, Trouble][]): Scene[] {
  const method = own.split(" ")[0] ?? "";
  const tells = route === own && ["GET", "POST"].includes(method);
  return troubles
    .filter(([, { lie }]) => tells || !lie)
    .flatMap(([name, { fault, lasting, often: numbers = [1, 3, 0] }]) =>
      numbers.map((times) => {
        const often = times === 0 ? "for ever" : times === 1 ? "once" : `${times} times`;
        // Where a lost answer has to be looked up, that meets the trouble, too.
        const looksUp = route === "*" && method === "POST" && times > 1;
        const methods = route === tokenRoute ? ["TOKEN"] : [method, ...(looksUp ? ["GET"] : [])];
        const lasts = times === 0 || methods.some((one) => lasting?.(one, times, act));
        return { title: `${name}, ${often}`, fault: { ...fault, route, times }, passes: !lasts };
      }),
    );
}

/**
 * Every trouble as often as it says, in every operation of every resource and on the way
 * to a token. The lanes run beside each other, since some troubles take real time.
 */
export function faultMatrix(
  troubles: [string, Trouble][],
  limits: Limits,
  options: TenantOptions = {},
): void {
  const lanes = lanesOf(troubles);
  const ends = new Map<Scene, Promise<Played>>();
  const open: ReturnType<typeof stage>[] = [];
  const said: string[] = [];

  beforeAll(() => {
    for (const method of ["log", "warn", "error"] as const) {
      jest.spyOn(console, method).mockImplementation((...line) => void said.push(line.join(" ")));
    }
    for (const { kind, act, scenes } of lanes) {
      const opened = stage(limits, options);
      open.push(opened);
      let last: Promise<unknown> = opened;
      for (const scene of scenes) {
        const end = last.then(async () => (await opened).play({ kind, act, fault: scene.fault }));
        ends.set(scene, end);
        last = end.catch(() => undefined);
      }
    }
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    for (const { close } of await Promise.all(open)) await close();
  });

  for (const { kind, act, route, scenes } of lanes) {
    describe(`${kind.name}, ${act}, trouble at ${route}`, () => {
      test.each(scenes)("$title", async (scene) => {
        const played = (await ends.get(scene)) as Played;
        if (scene.passes) expect(played.failed).toBeUndefined();
        if (played.failed) expectClearError(played);
        expectBounds(played);
        expectTruth(played, kind, act);
        expectConvergence(played, kind, act);
      });
    });
  }

  test("nothing that was printed holds a secret", async () => {
    const all = await Promise.all(ends.values());
    expect(said.length).toBeGreaterThan(0);
    expect(
      leaksIn(
        said.join("\n"),
        all.flatMap(({ secrets }) => secrets),
      ),
    ).toEqual([]);
  });
}

/** What was asked, and where. */
const asked =
  /^(?:(?:POST|GET|PATCH|PUT|DELETE) (?:\/\S+ \([\w.:]+\)|http:\S+\/oauth\/token): |EventStream est_\w+: |RateLimitPolicy rlp_\w+: )\S/;

function expectClearError({ failed, secrets }: Played): void {
  const message = failed?.message ?? "";
  expect(message).toMatch(asked);
  expect(message).toMatch(/^[^\n\r]{1,800}$/);
  expect(message).not.toMatch(/ at .*:\d+:\d+|undefined|\[object|\bNaN\b/);
  expect(leaksIn(message, secrets)).toEqual([]);
}

/** Five minutes, and one wait. */
const longestMs = 6 * 60_000;

function expectBounds({ requests, sleptMs }: Played): void {
  expect(sleptMs).toBeLessThanOrEqual(longestMs);
  expect(requests).toBeLessThanOrEqual(60);
}

/** What of an error says that an object may be in the tenant which no state knows. */
const mayBeThere = /may have (been )?made|whether it was made is unknown|look for a new/;

const isKept = ({ routes }: Kind) => routes.delete === undefined;

function expectTruth({ failed, state, objects }: Played, kind: Kind, act: Act): void {
  const [only] = objects;
  const { first, second } = kind;
  if (!failed) {
    if (state) expect(holds(only, kind, state.inputs)).toBe(true);
    expect(objects).toHaveLength(state || isKept(kind) ? 1 : 0);
  } else if (act === "create") {
    // What has a fixed place is overwritten by the next run, whatever became of it in this.
    if (!isKept(kind) && objects.length > 0) expect(failed.message).toMatch(mayBeThere);
  } else if (act === "delete") {
    expect(objects.length).toBeLessThanOrEqual(1);
  } else {
    expect(objects).toHaveLength(1);
    const programs = act === "update" ? [first, second] : [first];
    expect(programs.some((program) => holds(only, kind, program))).toBe(true);
  }
}

/** As many objects as the states know, each as its state says; or what the first error spoke of. */
function expectConvergence({ failed, state, objects, next }: Played, kind: Kind, act: Act): void {
  const created = failed && act === "create" && !isKept(kind);
  const lost = created ? objects.length - (state ? 1 : 0) : 0;
  if (lost > 0 && kind.name === "RateLimitPolicy") {
    expect(next.failed?.message).toMatch(/409 .*adopt it with an import file/);
    return;
  }
  expect(next.failed).toBeUndefined();
  expect(next.drift).toEqual([]);
  if (act === "delete") {
    expect(next).toMatchObject({ state: undefined, objects: [] });
    return;
  }
  expect(next.objects).toHaveLength(1 + lost);
  const program = act === "update" ? kind.second : kind.first;
  const own = next.objects.find(({ id }) => (id ?? "fcmv1") === next.state?.id);
  expect(holds(own, kind, program)).toBe(true);
}
