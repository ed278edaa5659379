import { isDeepStrictEqual } from "node:util";
import { classifyOutcome } from "../../../provider/api/outcome";
import { creationTimeOf } from "../../../provider/resources/definition";
import { encode, wireName } from "../../../provider/schema/codec";
import { propertyDiffs } from "../../../provider/schema/diff";
import { listSchema } from "../../../provider/schema/packageSchema";
import { isObject, mapProps, type Props } from "../../../provider/shared/json";
import { inCamelCase } from "../../support/recordings/recording";
import { type Kind, type ListedKind, only } from "../../support/values/kinds";
import { collectionOf, isAccepted } from "../contract";
import { design, hasSame, missingIn, type Run, withoutSecrets } from "../run";
import { cleanUp, type Exchange, idOf, isOwn, isSuccess, itemsOf, objectOf } from "../service";

/** The provider's assumptions about a kind of object that Auth0 lists. */
export async function objectFacts(run: Run, kind: ListedKind): Promise<void> {
  const first = await createFacts(run, kind);
  if (first === undefined) return run.leave(`more about ${kind.name}`, "", "none was created");
  await unknownFacts(run, kind);
  await listFacts(run, kind, first.id);
  await duplicateFact(run, kind, first);
  await updateFacts(run, kind, first);
  await ruleFacts(run, kind);
  await nullFacts(run, kind, first.id);
  await deletionFacts(run, kind, first.id);
  await cleanUp(run.service, [kind], run.id);
}

interface Created {
  id: string;
  /** The object's inputs. */
  program: Props;
}

/** Creates one object for each sample. Returns the first. */
async function createFacts(run: Run, kind: ListedKind): Promise<Created | undefined> {
  const { defaults } = collectionOf(kind);
  const objects: Created[] = [];
  const old: string[] = [];
  for (const [sample, valid] of Object.entries(kind.valid)) {
    const fact = `${kind.name} "${sample}" is created with the service's defaults, and read back`;
    const lacking = run.lacks(kind, valid);
    if (lacking) run.leave(fact, "schema.json", lacking);
    if (lacking) continue;
    const { serviceClock } = run.service.api.transport;
    const started = serviceClock.moment();
    const program = run.own(kind, valid);
    const created = await run.create(kind, program);
    if (!isSuccess(created)) {
      creationFact(run, fact, created, 201);
      continue;
    }
    const id = idOf(created);
    objects.push({ id, program });
    const read = await run.service.send(kind.routes.read, { id });
    const expected = { ...defaults, ...withoutSecrets(encode(kind.resource.inputs, program)) };
    const isSame = hasSame(read.body, created.body);
    const differences = [
      ...missingIn(created.body, expected),
      ...(isSame ? [] : ["the object that is read is not the one that was returned"]),
    ];
    run.settle(fact, "schema.json", differences, [created, read]);
    const time = creationTimeOf(kind.definition.list, objectOf(created));
    const isOld = serviceClock.compare(time, started) === "before";
    if (isOld) old.push(`${time} at ${created.headers.date}`);
  }
  const timely = `${kind.name}: a new object's creation time isn't minutes behind Date`;
  if (objects.length > 0) run.settle(timely, design, old);
  await listedFact(run, kind, "what was just created is listed at once", (ids) =>
    objects.every(({ id }) => ids.includes(id)),
  );
  return objects[0];
}

/** A tenant with the maximum of objects rejects another one. */
function creationFact(run: Run, fact: string, created: Exchange, status: number): void {
  // The name is new, so there is no other conflict.
  const isFull = ["quota", "conflictOrQuota"].includes(classifyOutcome(created, "POST"));
  // The contract's facts report 200 in place of 201.
  const expected = status === 201 && isSuccess(created) ? created.status : status;
  if (isFull) run.leave(fact, "schema.json", "the tenant has its maximum of objects");
  else run.expect(fact, "schema.json", created, expected);
}

/** Waits until the list shows a change. */
async function listedFact(
  run: Run,
  kind: ListedKind,
  fact: string,
  isShown: (ids: unknown[]) => boolean,
): Promise<void> {
  const { service } = run;
  const list = async () => (await service.list(kind)).map(({ id }) => id);
  const isAtOnce = isShown(await list());
  const start = service.clock.now();
  const isAtLast = isAtOnce || isShown(await service.repeat(list, isShown));
  const seconds = ((service.clock.now() - start) / 1000).toFixed(1);
  const difference = `${isAtLast ? "after" : "not within"} ${seconds} s`;
  run.settle(`${kind.name}: ${fact}`, "emulator", isAtOnce ? [] : [difference]);
}

async function unknownFacts(run: Run, kind: ListedKind): Promise<void> {
  const { name } = kind;
  const { read } = kind.routes;
  const unknown = { id: kind.id("unknown") };
  const missing = { ...collectionOf(kind).missing };
  await run.ask([`${name}: an unknown id is a 404`, "recorded"], [read, unknown], 404, missing);
  // The text is as long as an id.
  const malformed = { id: unknown.id.replace(/^\w{3}/, "xyz") };
  const status = isAccepted(read, undefined, malformed.id) ? 404 : 400;
  const fact = `${name}: a malformed id is a ${status}`;
  await run.ask([fact, "recorded"], [read, malformed], status);
}

/** Tests pages and filters. */
async function listFacts(run: Run, kind: ListedKind, id: string): Promise<void> {
  const { service } = run;
  const { routes, name } = kind;
  const page = (query: Record<string, string>) => service.send(routes.list, { query });
  const all = await service.list(kind);
  const own = all.filter((one) => isOwn(kind, one, run.id));
  const times = own.map((one) => String(creationTimeOf(kind.definition.list, one)));
  const isOrdered = isDeepStrictEqual(times, [...times].sort());
  const other = isOrdered ? [] : [times.join(", ")];
  run.settle(`${name}: lists are in the order of creation`, "emulator", other);
  const pages = [await page({ take: "1" })];
  const next = pages.map(objectOf)[0]?.next;
  if (typeof next === "string") pages.push(await page({ take: "1", from: next }));
  const found = pages.flatMap(itemsOf).map((one) => one.id);
  const expected = all.slice(0, 2).map((one) => one.id);
  const isPaged = isDeepStrictEqual(found, expected);
  const order = isPaged ? [] : [`pages of one have ${found.length} of ${expected.length} objects`];
  run.settle(`${name}: lists have pages with a checkpoint`, "published contract", order, pages);

  const counts = { start: 0, limit: 1, total: all.length };
  const query = { page: "0", per_page: "1", include_totals: "true" };
  const numbered = `${name}: lists have pages by number`;
  await run.ask([numbered, "API reference"], [routes.list, { query }], 200, counts);
  const wrong = { query: { from: "no-checkpoint" } };
  await run.ask([`${name}: a wrong checkpoint is a 400`, "emulator"], [routes.list, wrong], 400);
  const most = `${name}: a page has at most 100 objects`;
  const tooMany = { query: { take: "101" } };
  await run.ask([most, "published contract"], [routes.list, tooMany], 400);

  const wire = all.find((one) => one.id === id) ?? {};
  for (const filter of Object.keys(listSchema(name)?.properties ?? {}).map(wireName)) {
    const filtered = await page({ [filter]: `${wire[filter]}` });
    const items = itemsOf(filtered);
    const others = items.filter((one) => one[filter] !== wire[filter]);
    const isFiltered = items.length > 0 && others.length === 0;
    const difference = `status ${filtered.status}, ${others.length} others of ${items.length}`;
    const texts = isFiltered ? [] : [difference];
    run.settle(`${name}: ${filter} filters the list`, "published contract", texts, [filtered]);
  }
}

async function duplicateFact(run: Run, kind: ListedKind, { program }: Created): Promise<void> {
  const { unique } = collectionOf(kind);
  if (!unique) return;
  const fact = `${kind.name}: no two have the same ${unique.properties.join(", ")}`;
  const duplicate = await run.create(kind, program);
  const isFull = classifyOutcome(duplicate, "POST") === "quota";
  if (isFull) run.leave(fact, "recorded", "the tenant has its maximum of objects");
  else run.expect(fact, "recorded", duplicate, 409, { message: unique.message });

  const key = Object.keys(kind.unique(""));
  const inCapitals = mapProps(only(program, key), (name) => String(name).replace(/a$/, "A"));
  const other = await run.create(kind, { ...program, ...inCapitals });
  const distinct = `${kind.name}: two may differ only in the case of their ${key}`;
  // A full tenant may respond as if the name were taken.
  const isTold = isSuccess(other) || isSuccess(await run.create(kind, run.own(kind, program)));
  if (isTold) run.expect(distinct, design, other, isSuccess(other) ? other.status : 201);
  else run.leave(distinct, design, "the tenant takes no other object either");
}

/** What a plan changes in place, Auth0 changes; what a plan replaces, it refuses to change. */
async function updateFacts(run: Run, kind: ListedKind, { id, program }: Created): Promise<void> {
  const { inputs, sentKeys } = kind.resource;
  const { valid, changed, replaced = {} } = kind;
  const { defaults } = collectionOf(kind);
  const key = only(program, Object.keys(kind.unique("")));
  const samples = Object.entries(valid).filter(([, one]) => !run.lacks(kind, one));
  const changes = Object.entries({ ...Object.fromEntries(samples), changed, replaced }).map(
    ([name, one]): [string, Props] => [name, { ...run.own(kind, one), ...key }],
  );
  changes.push(["renamed", { ...program, ...kind.unique(run.newName()) }]);
  const first = objectOf(await run.service.send(kind.routes.read, { id }));
  let last: Props | undefined;
  let olds = program;
  for (const [name, news] of changes) {
    const differences = propertyDiffs(inputs, olds, news);
    if (differences.length === 0) continue;
    const isReplaced = differences.some(({ replaces }) => replaces);
    const fact = `${kind.name}: a change to "${name}" is ${isReplaced ? "refused" : "made"} in place`;
    // Auth0 would reject a missing value for another reason.
    const lacking = run.lacks(kind, news);
    if (lacking) run.leave(fact, "API reference", lacking);
    if (lacking) continue;
    const body = encode(inputs, only(news, sentKeys(olds, news)));
    const updated = await run.service.send(kind.routes.update, { id, body });
    const expected = { ...defaults, ...withoutSecrets(encode(inputs, news)) };
    if (isReplaced) run.expect(fact, "API reference", updated, 400);
    else run.expect(fact, "API reference", updated, 200, expected);
    if (!isSuccess(updated)) continue;
    olds = news;
    last = objectOf(updated);
  }
  for (const output of (kind.definition.outputsOfEveryUpdate ?? []).map(wireName)) {
    const fact = `${kind.name}: updates change ${output}`;
    const texts = first[output] === last?.[output] ? [`it is still ${first[output]}`] : [];
    if (last) run.settle(fact, design, texts);
    else run.leave(fact, design, "no update succeeded");
  }
}

/** Tests null and empty lists. */
async function nullFacts(run: Run, kind: ListedKind, id: string): Promise<void> {
  const { update } = kind.routes;
  const isKey = ([name]: [string, unknown]) => Number(name in kind.unique(""));
  const properties = Object.entries(kind.resource.inputs.properties);
  // acceptance-clean finds objects by their key, so the key goes last, right before the object.
  for (const [name, { type }] of properties.sort((one, other) => isKey(one) - isKey(other))) {
    for (const value of type === "array" ? [null, []] : [null]) {
      const body = { [wireName(name)]: value };
      const isTaken = isAccepted(update, body, kind.id("any"));
      const fact = `${kind.name}: ${isTaken ? "accepts" : "refuses"} ${JSON.stringify(body)}`;
      await run.ask([fact, "published contract"], [update, { id, body }], isTaken ? 200 : 400);
    }
  }
}

/** Tests that Auth0 rejects what schema.json rejects. */
async function ruleFacts(run: Run, kind: ListedKind): Promise<void> {
  const { check, inputs } = kind.resource;
  const isRefused = (program: Props) => check(undefined, program).failures.length > 0;
  for (const [mistake, args] of kind.wrong) {
    if (!isObject(args)) continue;
    const program = run.own(kind, args);
    const isSent = isRefused(inCamelCase(encode(inputs, program)) as Props);
    // Auth0 does not see a mistake in a name of the program.
    if (!isSent && isRefused(program)) continue;
    const { fact, status } = ruleOf(kind, mistake, 201);
    const nameless = "such an object would not have a name of this run";
    if (isSent) creationFact(run, fact, await run.create(kind, program), status);
    else run.leave(fact, "schema.json", nameless);
  }
}

/** Auth0's response to a mistake that schema.json rejects. */
export function ruleOf({ name, lenient }: Kind, mistake: string, accepted: number) {
  return lenient.includes(mistake)
    ? { fact: `${name}: accepts ${mistake}, unlike schema.json`, status: accepted }
    : { fact: `${name}: refuses ${mistake}`, status: 400 };
}

async function deletionFacts(run: Run, kind: ListedKind, id: string): Promise<void> {
  const { name, routes } = kind;
  const deletion = `${routes.delete}`;
  await run.service.send(deletion, { id });
  await listedFact(run, kind, "what was just deleted is not listed", (ids) => !ids.includes(id));
  const { operations } = collectionOf(kind).contract;
  const operation = operations.find(({ method, path }) => `${method} ${path}` === deletion);
  const status = operation?.responses["404"] ? 404 : 204;
  const fact = `${name}: a second deletion is a ${status}`;
  await run.ask([fact, "recorded"], [deletion, { id }], status);
  await run.ask([`${name}: a deleted object is a 404`, "recorded"], [routes.read, { id }], 404);
}
