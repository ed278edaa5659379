import type { Props } from "../../provider/shared/json";
import { kinds, type ListedKind, listedKinds } from "../support/values/kinds";
import { contractFacts } from "./contract";
import { deliveryFacts } from "./facts/deliveries";
import { lifecycleFacts } from "./facts/lifecycle";
import { objectFacts } from "./facts/objects";
import { headerFacts, overwriteFacts, refusalFacts } from "./facts/tenant";
import { hasSame, type Run } from "./run";
import { cleanUp, idOf, isOwn, type Service } from "./service";

/** A tenant's objects by kind before the run, or why a kind cannot be tested. */
export type Snapshot = Map<ListedKind, Props[] | Error>;

export async function snapshot(service: Service): Promise<Snapshot> {
  const found: Snapshot = new Map();
  for (const kind of listedKinds.filter(({ routes }) => routes.delete)) {
    const { create, delete: deletion = create } = kind.definition;
    const lacking = await lackingScope(service, [create, deletion]);
    const listed = await service.list(kind).catch((error: Error) => error);
    found.set(kind, lacking ? new Error(`the token lacks ${lacking}`) : listed);
  }
  return found;
}

async function lackingScope(service: Service, operations: { scopes: string[] }[]) {
  for (const { scopes } of operations) {
    if (await service.lacks(scopes)) return scopes.join(" or ");
  }
  return undefined;
}

/** The kinds that the run can list and delete. It could not clean up others. */
export const usableKinds = (before: Snapshot): ListedKind[] =>
  [...before].filter(([, objects]) => Array.isArray(objects)).map(([kind]) => kind);

/** Describes the run, so that a person can agree to it. */
export function plan({ service, options }: Run, before: Snapshot): string[] {
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
      ? `- ${push}: OVERWRITTEN AND CLEARED, and cannot be restored (push=1)`
      : `- ${push}: not tested, since it would be overwritten: push=1 tests it`,
    "Names of created objects begin with acceptance-. Nothing else is changed or deleted.",
  ];
}

/** Tests everything. Returns objects that the run left behind or changed by mistake. */
export async function test(run: Run, before: Snapshot): Promise<string[]> {
  const { service } = run;
  run.kinds = usableKinds(before);
  run.chapter = "Objects";
  for (const [{ name }, objects] of before) {
    if (objects instanceof Error) run.leave(`everything about ${name}`, "", objects.message);
    else for (const object of objects) service.foreign.add(idOf({ body: object }));
  }
  for (const kind of run.kinds) await run.part(kind.name, () => objectFacts(run, kind));
  await run.part("Deliveries", () => deliveryFacts(run));
  await run.part("Push credentials", () => overwriteFacts(run));
  await run.part("Headers", () => headerFacts(run));
  await run.part("Refusals", () => refusalFacts(run));
  await run.part("Lifecycle", () => lifecycleFacts(run));
  await run.part("Contract", async () => contractFacts(run));
  run.print("Cleaning up ...");
  // For a while, a list may show deleted objects and lack new ones.
  const { failures, changes } = await service.repeat(
    async () => {
      service.stopped = undefined;
      const failures = await cleanUp(service, run.kinds, run.id);
      return { failures, changes: changesOf(run, before, await snapshot(service)) };
    },
    (left) => left.failures.length > 0 || left.changes.length === 0,
  );
  return [...failures, ...changes];
}

const changesOf = ({ kinds, id }: Run, before: Snapshot, after: Snapshot): string[] =>
  kinds.flatMap((kind) => {
    const [old, now] = [before.get(kind), after.get(kind)];
    if (!Array.isArray(old) || !Array.isArray(now)) {
      return [`${kind.name}: the list at the end is refused: ${now}`];
    }
    const left = now.filter((object) => isOwn(kind, object, id));
    const changed = old.filter((object) => !now.some((one) => hasSame(one, object)));
    return [
      ...left.map((object) => `${kind.name} ${object.id} of this run is still there`),
      ...changed.map((object) => `${kind.name} ${object.id} was changed or deleted meanwhile`),
    ];
  });
