import { isDeepStrictEqual } from "node:util";
import { ApiError, checkGateway } from "../api/apiError";
import type { ResourceDefinition } from "../resources/definition";
import { encode } from "../schema/codec";
import { changedKeys, replacedKeys } from "../schema/diff";
import { canonical, dropNulls, fillRemoved, sortSets } from "../schema/normalize";
import { resourceSchema } from "../schema/packageSchema";
import { dropWriteOnly, secretTexts, textsToRedact } from "../schema/secrets";
import { validator } from "../schema/validate";
import { isObject, type Json, mapProps, type Props } from "../shared/json";
import type { BatchedReads } from "./batchedReads";
import { createOnce } from "./createOnce";
import { gone, unlessGone } from "./gone";
import { InitFailed } from "./initFailed";
import { assertSameTenant, type Session } from "./session";
import { stateFromAnswer } from "./stateFromAnswer";

export type Lifecycle = ReturnType<typeof lifecycle>;

/** A response, and what the user has to look at although the request succeeded. */
interface Made {
  object: Json | undefined;
  warning?: string;
}

type Diff = { changes?: false; replaces?: string[] };

const goneAdvice = "it is gone; run `pulumi refresh`, then `pulumi up` makes it again";

/** What the engine asks of any resource: what differs stands in schema.json and the definition. */
export function lifecycle(definition: ResourceDefinition) {
  const { name, fixedId, onConflict } = definition;
  const { inputs, outputs } = resourceSchema(name);
  // Secret Outputs come here as plain values: any of them may be one, and none is quoted.
  const { splitAnswer, managedInputs, addedBy } = stateFromAnswer(definition);
  const validate = validator(inputs, { outputs, quoteValues: false });

  /** After the service did its part, neither an odd answer nor a warning may lose the id or what was sent. */
  function stateAfterWrite(
    session: Session,
    id: string,
    news: Props,
    { object, warning }: Made,
    olds: Props = {},
  ): Props {
    session.claim(id);
    // An answer without a body adds nothing to what was known.
    const known = mapProps(outputs.properties, (_, key) => olds[key]);
    const outs = { ...news, ...known, tenant: session.api.domain };
    const { added, odd } = addedBy(object);
    const problems = warning ? [warning] : [];
    if (odd) {
      problems.push(
        `${name} ${id} was written, but the answer is odd (${odd}); it is kept in the state, and the next \`pulumi up\` looks at it again`,
      );
    }
    if (problems.length > 0) throw new InitFailed(problems.join("; "), id, { ...outs, ...added });
    return { ...outs, ...added };
  }

  /** Pages listed before a write are stale for that object. */
  async function withReadsInvalidated<T>(
    session: Session,
    id: string,
    request: Promise<T>,
  ): Promise<T> {
    const reads = readsOf(session);
    reads?.invalidate(id);
    return request.finally(() => reads?.invalidate(id));
  }

  function readsOf(session: Session): BatchedReads | undefined {
    const { read, list } = definition;
    return typeof read === "string" ? undefined : session.batchedReads(read, list);
  }

  const absent = (session: Session, id: string) => async () => {
    const { list } = definition;
    if (!list) throw new Error("the service cannot list these objects");
    return session.completeListing(list).isAbsent(id);
  };

  /** No read would tell which secret the service holds now: the state forgets it, and the next update sends one. */
  function forgetUncertainSecret(id: string, olds: Props, news: Props, error: unknown): unknown {
    const same = isDeepStrictEqual(secretTexts(inputs, olds), secretTexts(inputs, news));
    if (same || !(error instanceof ApiError && error.mayHaveRun) || error.gone) return error;
    const { message } = error.advise(
      "whether the new secret arrived is unknown; the next `pulumi up` sends it again",
    );
    return new InitFailed(message, id, dropWriteOnly(inputs, olds) as Props);
  }

  /** Where POST makes objects, exactly one is made. */
  async function make(session: Session, news: Props): Promise<Made> {
    const { create, list } = definition;
    const body = encode(inputs, news) as Props;
    const advice = onConflict === undefined ? undefined : { 409: onConflict };
    const params = { secrets: textsToRedact(inputs, news), ...(advice && { advice }) };
    if (!list) return { object: await session.api.send(create, { ...params, body }) };
    const matches = (object: Json) =>
      changedKeys(inputs, managedInputs(splitAnswer(object).live, news), news).length === 0;
    const readable = mapProps(dropWriteOnly(inputs, news) as Props, canonical);
    return createOnce(session, { name, create, list, body, readable, matches }, params);
  }

  return {
    inputs,

    /** `olds` is what the state holds of the inputs, where the object exists. */
    check(olds: Props | undefined, news: Props) {
      const given = dropNulls(news) as Props;
      const old = olds && (dropNulls(olds) as Props);
      // A replacement is made of the program alone: the engine checks it again without olds.
      const replaced = old && replacedKeys(inputs, old, given).length > 0;
      const filled = fillRemoved(inputs, given, replaced ? {} : (old ?? {}));
      return { inputs: sortSets(inputs, filled) as Props, problems: validate(given, old) };
    },

    diff(session: Session, id: string, olds: Props, news: Props): Diff {
      assertSameTenant(session.api.settings, name, olds);
      session.claim(id);
      if (changedKeys(inputs, olds, news).length === 0) return { changes: false };
      // Without `changes` the engine compares inputs by itself, and can name what differs.
      return { replaces: replacedKeys(inputs, olds, news) };
    },

    async create(session: Session, news: Props) {
      const made = await make(session, news);
      // What is made by POST has one, or createOnce would have failed.
      const id = fixedId ?? (made.object as { id: string }).id;
      if (definition.list) session.completeListing(definition.list).invalidate();
      return { id, outs: stateAfterWrite(session, id, news, made) };
    },

    async read(session: Session, id: string, props: Props) {
      assertSameTenant(session.api.settings, name, props);
      const known = mapProps(inputs.properties, (_, key) => props[key]);
      if (typeof definition.read === "string") {
        console.log(`${name} ${id}: ${definition.read}`);
        return { outs: { ...props, tenant: session.api.domain }, inputs: known };
      }
      // A bare id comes from `.get`: what it asks for must be there.
      const bare = Object.keys(known).length === 0;
      const request = bare
        ? session.api.send(definition.read, { id })
        : session.batchedReads(definition.read, definition.list).get(id);
      const answer = await (bare ? request : unlessGone(request, absent(session, id)));
      if (answer === gone) return undefined;
      if (!isObjectOf(id, answer))
        throw new Error(
          `${name} ${id}: the answer is not a JSON object of that id; ${checkGateway}`,
        );
      const { live, added } = splitAnswer(answer);
      session.claim(id);
      // What the program leaves to the service is no drift.
      const found = managedInputs(live, known, bare);
      return { outs: { ...found, ...added, tenant: session.api.domain }, inputs: found };
    },

    async update(session: Session, id: string, olds: Props, news: Props) {
      assertSameTenant(session.api.settings, name, olds);
      const { read, update } = definition;
      // The service may answer with what it holds as well as with what it was sent.
      const secrets = [...textsToRedact(inputs, olds), ...textsToRedact(inputs, news)];
      const patch = update.route.startsWith("PATCH");
      const keys = patch ? changedKeys(inputs, olds, news) : Object.keys(news);
      const hint = keys.map((key) => definition.onRefusal?.[key]).find(Boolean);
      const advice = { 400: hint, 409: hint, 404: patch ? goneAdvice : undefined };
      const changed = mapProps(news, (value, key) => (keys.includes(key) ? value : undefined));
      // An update forced after a failure may have nothing to send: then the object is looked at.
      const request =
        keys.length === 0 && typeof read !== "string"
          ? session.api.send(read, { id, advice, secrets })
          : session.api.send(update, { id, body: encode(inputs, changed), advice, secrets });
      const object = await withReadsInvalidated(session, id, request).catch((error: unknown) => {
        throw forgetUncertainSecret(id, olds, news, error);
      });
      // Of what has no id of the service's, the answer does not show the object.
      if (object !== undefined && fixedId === undefined && !isObjectOf(id, object)) {
        const message = `${name} ${id} (${session.api.domain}): the answer is not that object, so whether it was updated is unknown; ${checkGateway}; the next \`pulumi up\` sends it again`;
        throw new InitFailed(message, id, dropWriteOnly(inputs, olds) as Props);
      }
      return { outs: stateAfterWrite(session, id, news, { object }, olds) };
    },

    async delete(session: Session, id: string, props: Props) {
      assertSameTenant(session.api.settings, name, props);
      const operation = definition.delete;
      if (typeof operation === "string") console.log(`${name} ${id}: ${operation}`);
      else {
        const request = withReadsInvalidated(session, id, session.api.send(operation, { id }));
        const answer = await unlessGone(request, absent(session, id));
        // The service answers without a body; another one may not be the service's.
        const certain = answer === gone || answer === undefined || isObjectOf(id, answer);
        if (certain || (await absent(session, id)())) return;
        throw new Error(
          `${operation.route} (${session.api.domain}): the answer is not the service's, and the tenant's list still shows ${id}; ${checkGateway}`,
        );
      }
    },
  };
}

const isObjectOf = (id: string, answer: Json | undefined): answer is Props =>
  isObject(answer) && answer.id === id;
