import type { ResourceDefinition } from "./definition";
import { changedKeys, replacedKeys } from "./diff";
import { ApiError } from "./errors";
import { isObject, type Json, mapProps, type Props } from "./json";
import { dropNulls, fillRemoved, sortSets } from "./normalize";
import { type ObjectSchema, resourceSchema } from "./schema";
import { carryWriteOnly, secretTexts } from "./secrets";
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

  /** After the service did its part, an odd answer must not lose the id, nor what was sent. */
  function settle(tenant: Tenant, id: string, news: Props, answer: Json | undefined, olds: Props) {
    const { added } = split(answer);
    // An answer without a body adds nothing to what was known.
    const known = mapProps(outputs.properties, (_, key) => olds[key]);
    const outs = { ...news, ...known, tenant: tenant.domain };
    const odd = Object.keys(added).filter(
      (key) => typeof added[key] !== outputs.properties[key]?.type,
    );
    if (odd.length === 0) return { ...outs, ...added };
    const message = `${name} ${id} was written, but the answer is odd (${odd.map(wireName).join(", ")}); it is kept in the state, and the next \`pulumi up\` looks at it again`;
    throw Object.assign(new InitFailed(message), { id, outs });
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
      const answer = await tenant.send(definition.create, {
        body: encode(inputs, news),
        secrets: secretTexts(inputs, news),
        ...(onConflict && { advice: { 409: onConflict } }),
      });
      const id = fixedId ?? (isObject(answer) ? answer.id : undefined);
      if (id && typeof id === "string") return { id, outs: settle(tenant, id, news, answer, {}) };
      throw new Error(
        `${definition.create.route} (${tenant.domain}): accepted, but the answer has no id; look for a new ${name} in the tenant before running again`,
      );
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
      const request = tenant.send(definition.read, { id });
      const answer = await (bare ? request : unlessGone(request));
      if (answer === gone) return undefined;
      if (!isObject(answer) || answer.id !== id)
        throw new Error(`${name} ${id}: the answer is not a JSON object of that id`);
      const { live, added } = split(answer);
      // What the program leaves to the service is no drift.
      const managed = mapProps(live, (value, key) => (bare || key in known ? value : undefined));
      const found = carryWriteOnly(inputs, managed, known) as Props;
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
      const answer = await (keys.length === 0 && typeof read !== "string"
        ? tenant.send(read, { id, advice, secrets })
        : tenant.send(update, { id, body: encode(inputs, changed), advice, secrets }));
      return { outs: settle(tenant, id, news, answer, olds) };
    },

    async delete(tenant: Tenant, id: string, props: Props) {
      tenant.assertHome(name, props);
      const operation = definition.delete;
      if (typeof operation === "string") console.log(`${name} ${id}: ${operation}`);
      else await unlessGone(tenant.send(operation, { id }));
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

const gone = Symbol("gone");

async function unlessGone<T>(request: Promise<T>): Promise<T | typeof gone> {
  return request.catch((error: unknown) => {
    if (error instanceof ApiError && error.gone) return gone;
    throw error;
  });
}
