import { isAbsent, type ResourceDefinition } from "./definition";
import { changedKeys, replacedKeys } from "./diff";
import { ApiError } from "./errors";
import { dropNulls, fillRemoved, sortSets } from "./normalize";
import { isObject, type Json, type Props, resourceSchema, type Schema } from "./schema";
import { carryWriteOnly } from "./secrets";
import { assertTenant, type Tenant } from "./tenant";
import { validator } from "./validate";
import { decode, encode, lift, wireName } from "./wire";

/** What the engine asks of a resource, over plain JSON. */
export interface Lifecycle {
  inputs: Schema;
  check(olds: Props, news: Props): { inputs: Props; problems: string[] };
  diff(tenant: Tenant, olds: Props, news: Props): { changes?: false; replaces?: string[] };
  create(tenant: Tenant, inputs: Props): Promise<{ id: string; outs: Props }>;
  /** Nothing where the object is gone. */
  read(tenant: Tenant, id: string, props: Props): Promise<ReadResult | undefined>;
  update(tenant: Tenant, id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(tenant: Tenant, id: string, props: Props): Promise<void>;
}

export interface ReadResult {
  id: string;
  outs: Props;
  inputs: Props;
}

/** The service did its part and something failed after: the engine keeps id and outs. */
export class InitFailed extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly outs: Props,
  ) {
    super(message);
  }
}

const goneAdvice =
  "the object is gone from the tenant; run `pulumi refresh`, then `pulumi up` makes it again";

/** One interpreter for every resource: what differs stands in schema.json and the definition. */
export function lifecycle(definition: ResourceDefinition): Lifecycle {
  const { name, fixedId } = definition;
  const { inputs, outputs } = resourceSchema(name);
  const validate = validator(inputs);

  /** An answer's top level: only properties that the schema names. */
  function pick(schema: Schema, wire: Props): Props {
    const keys = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      keys.flatMap(([key, property]) => {
        const value = wire[wireName(key)] ?? null;
        return value === null ? [] : [[key, decode(property, value)]];
      }),
    );
  }

  function split(answer: Props): { wire: Props; nested: Props } {
    const split = { wire: answer, nested: {} as Props };
    for (const [key, path] of Object.entries(definition.lifted ?? {})) {
      const { rest, lifted } = lift(split.wire, path);
      split.wire = rest;
      if (lifted !== undefined && lifted !== null) split.nested[key] = lifted;
    }
    return split;
  }

  /** What the service adds. */
  function added(answer: Json | undefined): Props {
    const { wire, nested } = split(isObject(answer) ? answer : {});
    const { tenant: _, ...outs } = { ...pick(outputs, wire), ...nested };
    return outs;
  }

  /** Outputs that are not of their type: the answer is not what the schema says. */
  const mistyped = (outs: Props) =>
    Object.keys(outs).filter((key) => typeof outs[key] !== outputs.properties?.[key]?.type);

  /** After the service did its part, an odd answer must not lose the id, nor what was sent. */
  function settle(tenant: Tenant, id: string, news: Props, answer: Json | undefined, olds?: Props) {
    const outs = added(answer);
    const odd = mistyped(outs);
    // An answer without a body adds nothing to what was known.
    const kept = Object.entries(olds ?? {}).filter(([key]) => outputs.properties?.[key]);
    const known = { ...news, ...Object.fromEntries(kept), tenant: tenant.domain };
    if (odd.length === 0) return { ...known, ...outs };
    throw new InitFailed(
      `${name} ${id} was written, but the answer is odd (${odd.map(wireName).join(", ")}); it is kept in the state, and the next \`pulumi up\` looks at it again`,
      id,
      known,
    );
  }

  return {
    inputs,

    check(olds, news) {
      const given = dropNulls(news) as Props;
      const filled = fillRemoved(inputs, given, dropNulls(olds) as Props);
      return { inputs: sortSets(inputs, filled) as Props, problems: validate(given) };
    },

    diff(tenant, olds, news) {
      assertTenant(tenant, name, olds);
      if (changedKeys(inputs, olds, news).length === 0) return { changes: false };
      // Without `changes` the engine compares inputs by itself, and can name what differs.
      return { replaces: replacedKeys(inputs, olds, news) };
    },

    async create(tenant, news) {
      const { onConflict } = definition;
      const answer = await tenant.api.send(definition.create, {
        body: encode(inputs, news),
        ...(onConflict && { advice: { 409: onConflict } }),
      });
      const id = fixedId ?? (isObject(answer) ? answer.id : undefined);
      if (typeof id !== "string" || id === "") {
        throw new Error(
          `${definition.create.route} (${tenant.domain}): the service accepted it but its answer has no id; look for a new ${name} in the tenant before running again`,
        );
      }
      return { id, outs: settle(tenant, id, news, answer) };
    },

    async read(tenant, id, props) {
      assertTenant(tenant, name, props);
      const sent = Object.keys(inputs.properties ?? {}).filter((key) => key in props);
      const known = Object.fromEntries(sent.map((key) => [key, props[key] as Json]));
      if (isAbsent(definition.read)) {
        console.log(`${name} ${id}: ${definition.read.absent}`);
        return { id, outs: { ...props, tenant: tenant.domain }, inputs: known };
      }
      const answer = await unlessGone(tenant.api.send(definition.read, { id }));
      if (answer === gone) return undefined;
      if (!isObject(answer)) throw new Error(`${name} ${id}: the answer is not a JSON object`);
      const { wire } = split(answer);
      const live = carryWriteOnly(inputs, sortSets(inputs, pick(inputs, wire)), known) as Props;
      // What the program leaves to the service is no drift; a bare id, as `.get` gives, leaves nothing.
      const managed = Object.entries(live).filter(([key]) => sent.length === 0 || key in known);
      const liveInputs = Object.fromEntries(managed);
      const outs = { ...liveInputs, ...added(answer), tenant: tenant.domain };
      return { id, outs, inputs: liveInputs };
    },

    async update(tenant, id, olds, news) {
      assertTenant(tenant, name, olds);
      const patch = definition.update.route.startsWith("PATCH");
      const keys = patch ? changedKeys(inputs, olds, news) : Object.keys(news);
      const body = Object.fromEntries(keys.map((key) => [key, news[key] as Json]));
      const empty = keys.length === 0 && !isAbsent(definition.read);
      const answer = await tenant.api.send(
        empty ? (definition.read as typeof definition.update) : definition.update,
        { id, ...(!empty && { body: encode(inputs, body) }), advice: { 404: goneAdvice } },
      );
      return { outs: settle(tenant, id, news, answer, olds) };
    },

    async delete(tenant, id, props) {
      assertTenant(tenant, name, props);
      if (isAbsent(definition.delete)) console.log(`${name} ${id}: ${definition.delete.absent}`);
      else await unlessGone(tenant.api.send(definition.delete, { id }));
    },
  };
}

const gone = Symbol("gone");

async function unlessGone<T>(request: Promise<T>): Promise<T | typeof gone> {
  return request.catch((error: unknown) => {
    if (error instanceof ApiError && error.gone) return gone;
    throw error;
  });
}
