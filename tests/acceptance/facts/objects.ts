import { isDeepStrictEqual } from "node:util";
import { encode, wireName } from "../../../provider/schema/codec";
import { propertyDiffs } from "../../../provider/schema/diff";
import { listSchema } from "../../../provider/schema/packageSchema";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { inCamelCase } from "../../support/recordings/recording";
import { type Kind, type ListedKind, only } from "../../support/values/kinds";
import { collectionOf, isAccepted } from "../contract";
import { missingIn, type Run, withoutSecrets } from "../run";
import { cleanUp, type Exchange, isSuccess, itemsOf } from "../service";

/** What the provider relies on for a kind of object that the service lists. */
export async function objectFacts(run: Run, kind: ListedKind): Promise<void> {
  const first = await createFacts(run, kind);
  if (first === undefined) return;
  await lookupFacts(run, kind, first.id);
  await twinFact(run, kind, first);
  await updateFacts(run, kind, first);
  await valueFacts(run, kind, first.id);
  await ruleFacts(run, kind);
  await maximumFact(run, kind);
  await deletionFacts(run, kind, first.id);
  await cleanUp(run.service, [kind], run.id);
}

interface Created {
  id: string;
  /** Its inputs. */
  program: Props;
}

/** Creates one object for each sample. Returns the first. */
async function createFacts(run: Run, kind: ListedKind): Promise<Created | undefined> {
  let first: Created | undefined;
  for (const [sample, program] of Object.entries(kind.valid)) {
    const fact = `${kind.name} "${sample}" is created with the service's defaults, and read back`;
    const lacking = run.lacks(kind, program);
    if (lacking) run.leave(fact, "schema.json", lacking);
    if (lacking) continue;
    const own = run.own(kind, program);
    const body = encode(kind.resource.inputs, own);
    const created = await run.service.send(kind.routes.create, { body });
    const expected = { ...collectionOf(kind).defaults, ...withoutSecrets(body) };
    const id = isObject(created.body) ? String(created.body.id) : "";
    const read = isSuccess(created) && (await run.service.send(kind.routes.read, { id }));
    const isSame = read && isDeepStrictEqual(read.body, created.body);
    const differences = [
      ...(isSuccess(created)
        ? missingIn(created.body, expected, "")
        : [`status ${created.status}`]),
      ...(read && !isSame ? ["the object that is read is not the one that was returned"] : []),
    ];
    run.settle(fact, "schema.json", differences, [created, ...(read ? [read] : [])]);
    if (isSuccess(created)) first ??= { id, program: own };
  }
  await listedFact(run, kind, "what was just created is listed at once", (ids) =>
    run.service.created(kind).every((id) => ids.includes(id)),
  );
  return first;
}

/** How long a list may be behind. */
const maxLagMs = 10_000;

/** Waits until the list shows a change. */
async function listedFact(
  run: Run,
  kind: ListedKind,
  fact: string,
  isShown: (ids: string[]) => boolean,
): Promise<void> {
  const { service } = run;
  const start = service.clock.now();
  for (let lag = 0; lag < maxLagMs; lag = service.clock.now() - start) {
    const ids = (await service.list(kind)).map(({ id }) => String(id));
    const text = lag === 0 ? [] : [`after ${(lag / 1000).toFixed(1)} s`];
    if (isShown(ids)) return run.settle(`${kind.name}: ${fact}`, "emulator", text, []);
    await service.clock.sleep(500);
  }
  run.settle(`${kind.name}: ${fact}`, "emulator", [`not within ${maxLagMs / 1000} s`], []);
}

/** Pages, filters, and ids that the tenant does not have. */
async function lookupFacts(run: Run, kind: ListedKind, id: string): Promise<void> {
  const { service } = run;
  const { routes, name } = kind;
  const { missing } = collectionOf(kind);
  const list = (query: Record<string, string>) => service.send(routes.list, { query });
  const unknown = await service.send(routes.read, { id: kind.id("unknown") });
  const { message, errorCode } = missing;
  run.expect(`${name}: an unknown id is a 404`, "recorded", unknown, 404, {
    message,
    ...(errorCode && { errorCode }),
  });
  // As long as an id.
  const other = kind.id("unknown").replace(/^\w{3}/, "xyz");
  const malformed = await service.send(routes.read, { id: other });
  const status = isAccepted(routes.read, undefined, other) ? 404 : 400;
  run.expect(`${name}: a malformed id is a ${status}`, "recorded", malformed, status);

  const all = await service.list(kind);
  const first = await list({ take: "1" });
  const { next } = isObject(first.body) ? first.body : {};
  const second = typeof next === "string" && (await list({ take: "1", from: next }));
  const pages = [first, ...(second ? [second] : [])];
  const found = pages.flatMap(({ body }) => itemsOf(body)).map((one) => one.id);
  const expected = all.slice(0, 2).map((one) => one.id);
  const isPaged = isDeepStrictEqual(found, expected);
  const order = isPaged ? [] : [`pages of one have ${found.length} of ${expected.length} objects`];
  run.settle(`${name}: lists have pages with a checkpoint`, "published contract", order, pages);
  const numbered = await list({ page: "0", per_page: "1", include_totals: "true" });
  const counts = { start: 0, limit: 1, total: all.length };
  run.expect(`${name}: lists have pages by number`, "API reference", numbered, 200, counts);
  const refused = await list({ from: "no-checkpoint" });
  run.expect(`${name}: a wrong checkpoint is a 400`, "emulator", refused, 400);
  const tooMany = await list({ take: "101" });
  run.expect(`${name}: a page has at most 100 objects`, "published contract", tooMany, 400);

  const wire = all.find((one) => one.id === id) ?? {};
  for (const filter of Object.keys(listSchema(name)?.properties ?? {}).map(wireName)) {
    const filtered = await list({ [filter]: String(wire[filter]) });
    const others = itemsOf(filtered.body).filter((one) => one[filter] !== wire[filter]);
    const differences = others.length === 0 ? [] : [`${others.length} others`];
    run.settle(`${name}: ${filter} filters the list`, "published contract", differences, [
      filtered,
    ]);
  }
}

async function twinFact(run: Run, kind: ListedKind, { program }: Created): Promise<void> {
  const { unique } = collectionOf(kind);
  if (!unique) return;
  const body = encode(kind.resource.inputs, program);
  const twin = await run.service.send(kind.routes.create, { body });
  const fact = `${kind.name}: no two have the same ${unique.properties.join(", ")}`;
  run.expect(fact, "recorded", twin, 409, { message: unique.message });
}

/** What a plan changes in place, the service changes; what a plan replaces, it refuses to change. */
async function updateFacts(run: Run, kind: ListedKind, first: Created): Promise<void> {
  const key = Object.keys(kind.unique(""));
  const programs = Object.entries(kind.valid).filter(([, one]) => !run.lacks(kind, one));
  const samples = Object.fromEntries(programs);
  const { changed, replaced = {} } = kind;
  const changes: [string, Props][] = Object.entries({ ...samples, changed, replaced }).map(
    ([name, one]) => [name, { ...run.own(kind, one), ...only(first.program, key) }],
  );
  changes.push(["renamed", { ...first.program, ...kind.unique(run.newName()) }]);
  let olds = first.program;
  for (const [name, news] of changes) {
    const differences = propertyDiffs(kind.resource.inputs, olds, news);
    if (differences.length === 0) continue;
    const replaced = differences.some(({ replaces }) => replaces);
    const updated = await patch(
      run,
      kind,
      first.id,
      only(news, kind.resource.sentKeys(olds, news)),
    );
    const fact = `${kind.name}: a change to "${name}" is ${replaced ? "refused" : "made"} in place`;
    if (replaced) run.expect(fact, "API reference", updated, 400);
    else {
      const expected = withoutSecrets(encode(kind.resource.inputs, news));
      run.expect(fact, "API reference", updated, 200, expected);
    }
    if (isSuccess(updated)) olds = news;
  }
}

function patch(run: Run, kind: ListedKind, id: string, changes: Props): Promise<Exchange> {
  const body = encode(kind.resource.inputs, changes);
  return run.service.send(kind.routes.update, { id, body });
}

/** Null, and empty lists. */
async function valueFacts(run: Run, kind: ListedKind, id: string): Promise<void> {
  for (const [name, { type }] of Object.entries(kind.resource.inputs.properties)) {
    for (const value of type === "array" ? [null, []] : [null]) {
      const body = { [wireName(name)]: value };
      const status = isAccepted(kind.routes.update, body, id) ? 200 : 400;
      const sent = await run.service.send(kind.routes.update, { id, body });
      const fact = `${kind.name}: ${status === 200 ? "accepts" : "refuses"} ${JSON.stringify(body)}`;
      run.expect(fact, "published contract", sent, status);
    }
  }
}

/** What schema.json refuses, the service refuses. */
async function ruleFacts(run: Run, kind: ListedKind): Promise<void> {
  const { resource } = kind;
  for (const [mistake, args] of kind.wrong) {
    if (!isObject(args as Json)) continue;
    const own = run.own(kind, args as Props);
    const body = encode(resource.inputs, own);
    // A mistake in a name of the program, which the service does not see.
    const seen = resource.check(undefined, inCamelCase(body) as Props).failures;
    if (seen.length === 0 && resource.check(undefined, own).failures.length > 0) continue;
    const { fact, status } = ruleOf(kind, mistake, 201);
    if (seen.length === 0) {
      run.leave(fact, "schema.json", "such an object would not have a name of this run");
    } else {
      run.expect(fact, "schema.json", await run.service.send(kind.routes.create, { body }), status);
    }
  }
}

/** What the service does with a mistake that schema.json refuses. */
export function ruleOf({ name, lenient }: Kind, mistake: string, accepted: number) {
  return lenient.includes(mistake)
    ? { fact: `${name}: accepts ${mistake}, unlike schema.json`, status: accepted }
    : { fact: `${name}: refuses ${mistake}`, status: 400 };
}

/** More objects than this are not created to find the maximum. */
const most = 10;

async function maximumFact(run: Run, kind: ListedKind): Promise<void> {
  const { limit } = collectionOf(kind);
  if (!limit) return;
  const fact = `${kind.name}: more than the tenant's maximum are refused`;
  for (let number = 0; number < most; number++) {
    const body = run.bodyOf(kind, kind.first);
    const created = await run.service.send(kind.routes.create, { body });
    if (isSuccess(created)) continue;
    const { message } = limit;
    return run.expect(fact, "recorded", created, limit.status, { message });
  }
  run.leave(fact, "recorded", `the tenant takes ${most} more than it had`);
}

async function deletionFacts(run: Run, kind: ListedKind, id: string): Promise<void> {
  const route = kind.definition.delete?.route;
  if (route === undefined) return;
  await run.service.send(route, { id });
  await listedFact(run, kind, "what was just deleted is not listed", (ids) => !ids.includes(id));
  const again = await run.service.send(route, { id });
  const status = collectionOf(kind).contract.operations.find(
    ({ method, path }) => `${method} ${path}` === route,
  )?.responses["404"]
    ? 404
    : 204;
  run.expect(`${kind.name}: a second deletion is a ${status}`, "recorded", again, status);
  const read = await run.service.send(kind.routes.read, { id });
  run.expect(`${kind.name}: a deleted object is a 404`, "recorded", read, 404);
}
