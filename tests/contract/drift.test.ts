import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { startTenant, type Tenant } from "../../emulator/src";
import { wireName } from "../../provider/schema/codec";
import { resourceSchema, type Schema } from "../../provider/schema/packageSchema";
import { branchOf, childSchemas } from "../../provider/schema/traverse";
import { isObject, type Json, mapProps, type Props } from "../../provider/shared/json";
import { type Kind, kinds, type ProviderProcess } from "../support/engine/adapter";
import { forEachAdapter, runsFor } from "../support/engine/adapters";
import { randomRuns } from "../support/sample";
import { idOf, streamIdOf } from "../support/tenant/many";
import { bagOf, collection, type Known, type Listed, store } from "../support/tenant/randomTenants";
import { inputsOf } from "../support/values/arbitrary";
import { everyPolicy, everyStream } from "../support/values/inputs";

/** Where two values differ: each place by its path, also those of what only one of them has. */
function differences(old: Json | undefined, live: Json | undefined, path = ""): string[] {
  if (isDeepStrictEqual(old, live)) return [];
  if (!isObject(old) || !isObject(live)) return [path];
  const keys = Object.keys({ ...old, ...live });
  return keys.flatMap((key) => differences(old[key], live[key], path ? `${path}.${key}` : key));
}

async function inTurns<T, U>(all: T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  const left = [...all.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) done[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  return done;
}

/** A change of a live object behind everybody's back. */
interface Case {
  kind: Listed;
  sample: string;
  inputs: Props;
  path: string[];
  /** What it is set to; taken away where undefined. */
  value: Json | undefined;
}

/** Every place of a value that the service answers, with what else could stand there. */
function changesOf(
  schema: Schema,
  value: Json,
  path: string[] = [],
): [string[], Json | undefined][] {
  if (schema.writeOnly) return [];
  const taken: [string[], undefined][] = path.length > 0 ? [[path, undefined]] : [];
  if (Array.isArray(value)) {
    // Sorted to the end, as a set is kept.
    const unknown = mapProps(schema.items?.properties ?? {}, () => "~unknown");
    return [...taken, [path, value.slice(1)], [path, [...value, unknown]]];
  }
  if (!isObject(value))
    return [...taken, ...othersOf(schema, value).map((other): [string[], Json] => [path, other])];
  const properties = branchOf(schema, value)?.properties ?? {};
  const nested = Object.entries(properties).flatMap(([key, property]) =>
    changesOf(property, value[key] ?? null, [...path, key]),
  );
  return [...taken, ...nested];
}

/** What else a leaf could be: all that the schema allows, and something that it does not. */
function othersOf({ enum: values = [] }: Schema, value: Json): Json[] {
  if (typeof value === "number") return [value + 1, 0];
  return [...values.filter((other) => other !== value).slice(0, 1), "changed elsewhere"];
}

const cases = [
  ...everyStream.map(([sample, inputs]) => ({
    kind: "EventStream" as const,
    sample,
    inputs: { status: "enabled", ...inputs },
  })),
  ...everyPolicy.map(([sample, inputs]) => ({ kind: "RateLimitPolicy" as const, sample, inputs })),
].flatMap((one): Case[] =>
  changesOf(resourceSchema(one.kind).inputs, one.inputs)
    .filter(([path, value]) => !isDeepStrictEqual(at(one.inputs, path), value))
    // Without these nothing is a stream.
    .filter(
      ([path, value]) =>
        value !== undefined || !/^destination(\.configuration)?$/.test(path.join(".")),
    )
    .map(([path, value]) => ({ ...one, path, value })),
);

function at(value: Json | undefined, [key, ...rest]: string[]): Json | undefined {
  if (key === undefined) return value;
  return isObject(value) ? at(value[key], rest) : undefined;
}

/** Puts a value to a place of an object as the service holds it, in the interface's names. */
function put(object: Props, [key = "", ...rest]: string[], value: Json | undefined): Props {
  const name = wireName(key);
  if (rest.length > 0)
    return { ...object, [name]: put((object[name] ?? {}) as Props, rest, value) };
  const { [name]: _, ...others } = object;
  return value === undefined ? others : { ...others, [name]: wire(value) };
}

/** A leaf, or a list, in the interface's names. */
const wire = (value: Json): Json =>
  Array.isArray(value)
    ? value.map((item) => Object.fromEntries(Object.entries(item as Props).map(renamed)))
    : value;

const renamed = ([key, item]: [string, Json]): [string, Json] => [wireName(key), item];

test("a change outside Pulumi is tried in every branch of the schema", () => {
  const tags = (schema: Schema): string[] => [
    ...(schema.const === undefined ? [] : [schema.const]),
    ...childSchemas(schema).flatMap(tags),
  ];
  const tried = JSON.stringify(cases);
  const all = ["EventStream", "RateLimitPolicy"].flatMap((kind) =>
    tags(resourceSchema(kind).inputs),
  );
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((tag) => !tried.includes(`"${tag}"`))).toEqual([]);
});

forEachAdapter((adapter) => {
  let tenant: Tenant;
  let provider: ProviderProcess;

  beforeAll(async () => {
    tenant = await startTenant();
    provider = await adapter.start(tenant.environment, {}, 30_000);
  });
  afterAll(async () => {
    await provider.stop();
    await tenant.close();
  });

  /** What a refresh finds of a resource, and what the engine asks of it: `diff` with the roles turned round. */
  async function refresh(kind: Kind, id: string, state: Props, inputs: Props) {
    const live = await provider.read(kind, id, state);
    const { changes } = await provider.diff(kind, id, live.properties, inputs);
    const found: Props = live.inputs ?? {};
    return { found, changes, paths: differences(inputs, found) };
  }

  const kindRuns = randomRuns(runsFor(adapter, 450));

  test("no random valid input drifts", async () => {
    const uniqueKeys = { EventStream: "name", RateLimitPolicy: "consumerSelector" };
    const used = new Set<string>();
    /** The service refuses a second stream of one name, and a second policy for one consumer. */
    const unique = (kind: Kind, program: Props, index: number): Props => {
      const key = kind === "GuardianFcmv1Provider" ? undefined : uniqueKeys[kind];
      if (key === undefined || program[key] === undefined) return program;
      const value = `${kind} ${program[key]}`;
      const isUsed = used.has(value);
      used.add(value);
      return isUsed ? { ...program, [key]: `client_id:number-${index}` } : program;
    };
    const programs = kinds.flatMap((kind) => {
      const numRuns = kind === "GuardianFcmv1Provider" ? Math.ceil(kindRuns / 4) : kindRuns;
      const all = fc.sample(inputsOf(resourceSchema(kind).inputs), numRuns);
      return all.map((one, index) => ({ kind, program: unique(kind, one, index) }));
    });
    const made = await inTurns(programs, async ({ kind, program }) => {
      const { inputs, failures } = await provider.check(kind, {}, program);
      expect(failures).toEqual([]);
      return { kind, inputs, ...(await provider.create(kind, inputs)) };
    });
    // What is a set comes back in any order.
    for (const { subscriptions } of tenant.streams.values()) subscriptions?.reverse();
    tenant.clearRequests();
    const drifted = await inTurns(made, async ({ kind, id, properties, inputs }) => {
      const live = await provider.read(kind, id, properties);
      const { changes } = await provider.diff(kind, id, live.properties, inputs);
      const whole = isDeepStrictEqual(live, { id, properties, inputs });
      return whole && changes === "none" ? [] : [{ inputs, live, changes }];
    });
    expect(drifted.flat()).toEqual([]);
    expect(drifted.length).toBeGreaterThan(2 * kindRuns);
    expect(tenant.apiRequests().length).toBeLessThanOrEqual(20);
  });

  test("every change outside Pulumi is drift, by the name of the property", async () => {
    tenant.streams.clear();
    tenant.policies.clear();
    const refreshed = cases.map(async (one, index) => {
      const { kind, inputs, path, value } = one;
      const id = kind === "EventStream" ? streamIdOf(index) : idOf(index);
      const object: Known = { ...one, id, stored: inputs, ours: true };
      store(tenant, object);
      const objects = collection(tenant, kind);
      objects.set(id, put(objects.get(id) as Props, path, value));
      return { one, ...(await refresh(kind, id, bagOf(object, tenant.domain), inputs)) };
    });
    for (const { one, found, changes, paths } of await Promise.all(refreshed)) {
      const { inputs, path, value } = one;
      const name = path.join(".");
      // Another tag is another branch: its container differs with it, and nothing beside that.
      const isTag = ["type", "method", "action"].includes(path.at(-1) ?? "");
      const container = isTag ? path.slice(0, -1).join(".") : name;
      const others = paths.filter((one) => one !== container && !one.startsWith(`${container}.`));
      expect([one, changes, others]).not.toEqual([one, "none", others]);
      expect([one, others]).toEqual([one, []]);
      expect(paths).toContain(paths.length === 1 && isTag ? paths[0] : name);
      expect(at(found, path)).toEqual(value);
      expect(at(inputs, path)).toBeDefined();
    }
  });
});
