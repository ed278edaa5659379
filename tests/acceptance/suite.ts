import { isDeepStrictEqual } from "node:util";
import type { Props } from "../../provider/shared/json";
import { type Kind, kinds, type ListedKind, listedKinds } from "../support/values/kinds";
import { contractFacts, differenceFacts } from "./contract";
import { deliveryFacts } from "./facts/deliveries";
import { type AdapterName, adapterNames, engineFacts } from "./facts/engine";
import { objectFacts } from "./facts/objects";
import { headerFacts, overwriteFacts, refusalFacts } from "./facts/tenant";
import type { Run } from "./run";
import { cleanUp, isOwn, type Service } from "./service";

/** What a tenant has, before anything is written: its objects by kind, or why they cannot be listed. */
export type Snapshot = Map<ListedKind, Props[] | Error>;

export async function snapshot(service: Service): Promise<Snapshot> {
  const found: Snapshot = new Map();
  for (const kind of listedKinds) {
    const [lacking] = await lackingScopes(service, kind, ["create", "delete"]);
    const refused = new Error(`the token lacks ${lacking}`);
    const listed = await service.list(kind).catch((error: Error) => error);
    found.set(kind, lacking === undefined ? listed : refused);
  }
  return found;
}

/** The permissions of a kind that the token lacks; none where it does not name its own. */
async function lackingScopes(
  service: Service,
  { definition }: Kind,
  operations: readonly ("create" | "read" | "update" | "delete")[],
): Promise<string[]> {
  const granted = await service.scopes();
  const needed = operations.map((name) => definition[name]?.scopes ?? []);
  return needed
    .filter(
      (scopes) => granted && scopes.length > 0 && !scopes.some((one) => granted.includes(one)),
    )
    .map((scopes) => scopes.join(" or "));
}

/** The kinds that can be listed and deleted: of others, nothing could be cleaned up. */
export const usableKinds = (before: Snapshot): ListedKind[] =>
  [...before].filter(([, objects]) => Array.isArray(objects)).map(([kind]) => kind);

/** What the run will do, for a person to agree to. */
export async function plan({ service, options }: Run, before: Snapshot): Promise<string[]> {
  const limit = service.exchanges.at(-1)?.headers["x-ratelimit-limit"];
  const all = ["create", "read", "update", "delete"] as const;
  const lacking = await Promise.all(kinds.map((kind) => lackingScopes(service, kind, all)));
  const lists = [...before].map(([{ name }, objects]) =>
    objects instanceof Error
      ? `- ${name}: not tested, since ${objects.message}`
      : `- ${name}: the tenant has ${objects.length}; some are created, changed and deleted`,
  );
  const push = kinds.filter(({ routes }) => routes.list === undefined).map(({ name }) => name);
  return [
    `The tenant ${service.settings.domain} has:`,
    ...lists,
    options.push === "1"
      ? `- ${push}: OVERWRITTEN, and cannot be restored (push=1)`
      : `- ${push}: not tested, since it would be overwritten: push=1 tests it`,
    `- rate limit: ${limit ?? "no header names it"}`,
    `- permissions that the token lacks: ${lacking.flat().join(", ") || "none"}`,
    "Names of created objects begin with acceptance-. Nothing else is changed or deleted.",
  ];
}

/** Tests everything. Returns what was left behind or changed in the tenant: nothing, unless something is wrong. */
export async function test(
  run: Run,
  before: Snapshot,
  adapters: readonly AdapterName[] = adapterNames,
): Promise<string[]> {
  const { service } = run;
  run.kinds = usableKinds(before);
  try {
    for (const kind of run.kinds) await run.part(kind.name, () => objectFacts(run, kind));
    const hasStreams = run.kinds.some(({ name }) => name === "EventStream");
    if (hasStreams) await run.part("Deliveries", () => deliveryFacts(run));
    await run.part("Push credentials", () => overwriteFacts(run));
    await run.part("Headers", () => headerFacts(run));
    await run.part("Refusals", () => refusalFacts(run));
    await run.part("Contract", () => contractFacts(run));
    await run.part("Differences from the contract", () => differenceFacts(run));
    run.recorded = service.exchanges.length;
    for (const adapter of adapters) {
      await run.part(`Engine, ${adapter}`, () => engineFacts(run, adapter));
    }
  } finally {
    run.print("Cleaning up ...");
  }
  const failures = await cleanUp(service, run.kinds, run.id);
  return [...failures, ...(await changesSince(run, before))];
}

/** How long a list may show what was deleted, or miss what was there. */
const maxLagMs = 10_000;

async function changesSince({ service, id, kinds }: Run, before: Snapshot): Promise<string[]> {
  const end = service.clock.now() + maxLagMs;
  for (;;) {
    const now = await snapshot(service);
    const changes = kinds.flatMap((kind) => changesOf(kind, before.get(kind), now.get(kind), id));
    if (changes.length === 0 || service.clock.now() > end) return changes;
    await service.clock.sleep(1000);
  }
}

type Listed = Props[] | Error | undefined;

function changesOf(kind: ListedKind, before: Listed, now: Listed, runId: string): string[] {
  if (!Array.isArray(before) || !Array.isArray(now)) {
    return [`${kind.name}: the list at the end is refused: ${now}`];
  }
  const find = (objects: Props[], id: unknown) => objects.find((one) => one.id === id);
  const left = now.filter((object) => isOwn(kind, object, runId));
  const changed = before.filter((object) => !isDeepStrictEqual(find(now, object.id), object));
  return [
    ...left.map(({ id }) => `${kind.name} ${id} of this run is still there`),
    ...changed.map(({ id }) => `${kind.name} ${id} was changed or deleted meanwhile`),
  ];
}
