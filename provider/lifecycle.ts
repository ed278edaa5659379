import { isDeepStrictEqual } from "node:util";
import { createOnce } from "./createOnce";
import type { ResourceDefinition } from "./definition";
import { changedKeys, replacedKeys } from "./diff";
import { ApiError } from "./errors";
import { isObject, type Json, mapProps, type Props } from "./json";
import { dropNulls, fillRemoved, sortSets } from "./normalize";
import { type ObjectSchema, resourceSchema } from "./schema";
import { carryWriteOnly, dropWriteOnly, secretTexts } from "./secrets";
import type { Tenant } from "./tenant";
import { validator } from "./validate";
import { decode, encode, lift, wireName } from "./wire";

export type Lifecycle = ReturnType<typeof lifecycle>;

/** The service did its part and something failed after: the engine keeps id and outs. */
export class InitFailed extends Error {
  id = "";
  outs: Props = {};
}

const goneAdvice = "it is gone; run `pulumi refresh`, then `pulumi up` makes it again";

/** What the engine asks of any resource: what differs stands in schema.json and the definition. */
export function lifecycle(definition: ResourceDefinition) {
  const { name, fixedId, lifted: paths = {}, onConflict } = definition;
  const { inputs, outputs } = resourceSchema(name);
  const validate = validator(inputs, outputs);

  /** What an answer says of inputs, and what the service adds to them. */
  function split(answer: Json | undefined): { live: Props; added: Props } {
    const { wire, lifted } = lift(isObject(answer) ? answer : {}, paths);
    // The tenant is ours to remember, whatever an answer calls so.
    const { tenant: _, ...added } = { ...pick(outputs, wire), ...lifted };
    return { live: sortSets(inputs, pick(inputs, wire)) as Props, added };
  }

  /** What a program manages of a live object, with what the service never answers put back. */
  function managed(live: Props, known: Props, all = false): Props {
    const kept = mapProps(live, (value, key) => (all || key in known ? value : undefined));
    return carryWriteOnly(inputs, kept, known) as Props;
  }

  /** After the service did its part, an odd answer must not lose the id, nor what was sent. */
  function settle(tenant: Tenant, id: string, news: Props, answer: Json | undefined, olds: Props) {
    tenant.held.add(id);
    // An answer without a body adds nothing to what was known.
    const known = mapProps(outputs.properties, (_, key) => olds[key]);
    const outs = { ...news, ...known, tenant: tenant.domain };
    const odd = (what: string) => {
      const message = `${name} ${id} was written, but the answer is odd (${what}); it is kept in the state, and the next \`pulumi up\` looks at it again`;
      return Object.assign(new InitFailed(message), { id, outs });
    };
    const added = attempt(() => split(answer).added);
    if (added instanceof Error) throw odd(added.message);
    const strange = Object.keys(added).filter(
      (key) => typeof added[key] !== outputs.properties[key]?.type,
    );
    if (strange.length > 0) throw odd(strange.map(wireName).join(", "));
    return { ...outs, ...added };
  }

  /** While an object is written, and from then on, no page of before tells of it. */
  async function writing<T>(tenant: Tenant, id: string, request: Promise<T>): Promise<T> {
    const { read, list } = definition;
    const reads = typeof read === "string" ? undefined : tenant.reads(read, list);
    reads?.wrote(id);
    return request.finally(() => reads?.wrote(id));
  }

  /** No read would tell which secret the service holds now: the state forgets it, and the next update sends one. */
  function unsettled(id: string, olds: Props, news: Props, error: unknown): unknown {
    const same = isDeepStrictEqual(secretTexts(inputs, olds), secretTexts(inputs, news));
    if (same || !(error instanceof ApiError && error.unsure) || error.gone) return error;
    const { message } = error.advise(
      "whether the new secret arrived is unknown; the next `pulumi up` sends it again",
    );
    return Object.assign(new InitFailed(message), { id, outs: dropWriteOnly(inputs, olds) });
  }

  /** The answer to a create; where POST makes objects, exactly one is made. */
  async function make(tenant: Tenant, news: Props): Promise<Json | undefined> {
    const { create, list } = definition;
    const body = encode(inputs, news) as Props;
    const advice = onConflict === undefined ? undefined : { 409: onConflict };
    const params = { secrets: secretTexts(inputs, news), ...(advice && { advice }) };
    if (!list) return tenant.send(create, { ...params, body });
    const matches = (object: Json) =>
      changedKeys(inputs, managed(split(object).live, news), news).length === 0;
    return createOnce(tenant, { name, create, list, body, matches }, params);
  }

  return {
    inputs,

    check(olds: Props, news: Props) {
      const given = dropNulls(news) as Props;
      const old = dropNulls(olds) as Props;
      // A replacement is made of the program alone: the engine checks it again without olds.
      const replaced = replacedKeys(inputs, old, given).length > 0;
      const filled = fillRemoved(inputs, given, replaced ? {} : old);
      return { inputs: sortSets(inputs, filled) as Props, problems: validate(given) };
    },

    diff(tenant: Tenant, olds: Props, news: Props): { changes?: false; replaces?: string[] } {
      tenant.assertHome(name, olds);
      if (changedKeys(inputs, olds, news).length === 0) return { changes: false };
      // Without `changes` the engine compares inputs by itself, and can name what differs.
      return { replaces: replacedKeys(inputs, olds, news) };
    },

    async create(tenant: Tenant, news: Props) {
      const answer = await make(tenant, news);
      // What is made by POST has one, or createOnce would have failed.
      const id = fixedId ?? (answer as { id: string }).id;
      return { id, outs: settle(tenant, id, news, answer, {}) };
    },

    async read(tenant: Tenant, id: string, props: Props) {
      tenant.assertHome(name, props);
      const known = mapProps(inputs.properties, (_, key) => props[key]);
      if (typeof definition.read === "string") {
        console.log(`${name} ${id}: ${definition.read}`);
        return { outs: { ...props, tenant: tenant.domain }, inputs: known };
      }
      // A bare id comes from `.get`: what it asks for must be there.
      const bare = Object.keys(known).length === 0;
      const request = bare
        ? tenant.send(definition.read, { id })
        : tenant.reads(definition.read, definition.list).get(id);
      const answer = await (bare ? request : unlessGone(request));
      if (answer === gone) return undefined;
      if (!isObject(answer) || answer.id !== id)
        throw new Error(`${name} ${id}: the answer is not a JSON object of that id`);
      const { live, added } = split(answer);
      tenant.held.add(id);
      // What the program leaves to the service is no drift.
      const found = managed(live, known, bare);
      return { outs: { ...found, ...added, tenant: tenant.domain }, inputs: found };
    },

    async update(tenant: Tenant, id: string, olds: Props, news: Props) {
      tenant.assertHome(name, olds);
      const { read, update } = definition;
      // The service may answer with what it holds as well as with what it was sent.
      const secrets = [...secretTexts(inputs, olds), ...secretTexts(inputs, news)];
      const patch = update.route.startsWith("PATCH");
      const keys = patch ? changedKeys(inputs, olds, news) : Object.keys(news);
      const hint = keys.map((key) => definition.onRefusal?.[key]).find(Boolean);
      const advice = { 400: hint, 409: hint, 404: patch ? goneAdvice : undefined };
      const changed = mapProps(news, (value, key) => (keys.includes(key) ? value : undefined));
      // An update forced after a failure may have nothing to send: then the object is looked at.
      const request =
        keys.length === 0 && typeof read !== "string"
          ? tenant.send(read, { id, advice, secrets })
          : tenant.send(update, { id, body: encode(inputs, changed), advice, secrets });
      const answer = await writing(tenant, id, request).catch((error: unknown) => {
        throw unsettled(id, olds, news, error);
      });
      return { outs: settle(tenant, id, news, answer, olds) };
    },

    async delete(tenant: Tenant, id: string, props: Props) {
      tenant.assertHome(name, props);
      const operation = definition.delete;
      if (typeof operation === "string") console.log(`${name} ${id}: ${operation}`);
      else await unlessGone(writing(tenant, id, tenant.send(operation, { id })));
    },
  };
}

/** An answer's top level: what the schema names, and nothing else. */
function pick({ properties }: ObjectSchema, wire: Props): Props {
  return mapProps(properties, (property, key) => {
    const value = wire[wireName(key)] ?? null;
    return value === null ? undefined : decode(property, value);
  });
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error as Error;
  }
}

const gone = Symbol("gone");

async function unlessGone<T>(request: Promise<T>): Promise<T | typeof gone> {
  return request.catch((error: unknown) => {
    if (error instanceof ApiError && error.gone) return gone;
    throw error;
  });
}
