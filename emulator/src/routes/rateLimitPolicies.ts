import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { type ListQuery, momentOf, pageOf } from "../http/pages";
import { Refusal } from "../http/refusal";
import { newId } from "../model/ids";
import type { StoredPolicy } from "../model/store";
import { after, microseconds, objectTime } from "../model/timestamps";
import { createPolicy, updatePolicy } from "../schemas/bodies";
import { noQuery, policyList, policyPath } from "../schemas/uri";

type ById = { Params: { id: string } };
type Key = Pick<StoredPolicy, "resource" | "consumer" | "consumer_selector">;
type Configured = Pick<StoredPolicy, "configuration">;

export function rateLimitPolicies(app: FastifyInstance, context: Context): void {
  const { settings, store } = context;

  app.get<{ Querystring: ListQuery & Partial<Key> }>(
    "/rate-limit-policies",
    {
      config: { scope: "read:rate_limit_policies" },
      schema: { querystring: policyList(settings.pageMaximum) },
    },
    async ({ query: { resource, consumer, consumer_selector, ...page } }) => {
      const wanted = { resource, consumer, consumer_selector };
      const { items, ...next } = pageOf([...store.policies.values()].filter(agrees(wanted)), page, {
        list: "rate-limit-policies",
        ...momentOf(context),
        maximum: settings.pageMaximum,
        limit: settings.pageLimit,
      });
      return { rate_limit_policies: items, ...next };
    },
  );

  app.post<{ Body: Key & Configured }>(
    "/rate-limit-policies",
    {
      config: { scope: "create:rate_limit_policies" },
      schema: { body: createPolicy, querystring: noQuery },
    },
    async ({ body }, reply) => {
      const { configuration, ...key } = body;
      if ([...store.policies.values()].some(agrees(key))) throw conflict();
      const time = microseconds(objectTime(context));
      const dates = { created_at: time, updated_at: time };
      // 25 characters as recorded, and by turns the 26 that the interface allows.
      const id = newId("rlp", store.policies.size % 2 === 0 ? 21 : 22);
      const policy: StoredPolicy = { id, ...key, configuration, ...dates };
      store.policies.set(policy.id, policy);
      return reply.code(201).send(policy);
    },
  );

  app.get<ById>(
    "/rate-limit-policies/:id",
    {
      config: { scope: "read:rate_limit_policies" },
      schema: { params: policyPath, querystring: noQuery },
    },
    async ({ params }) => existingPolicy(context, params.id),
  );

  app.patch<ById & { Body: Configured }>(
    "/rate-limit-policies/:id",
    {
      config: { scope: "update:rate_limit_policies" },
      schema: { params: policyPath, body: updatePolicy, querystring: noQuery },
    },
    async ({ params, body }) => {
      const policy = existingPolicy(context, params.id);
      const updated_at = microseconds(after(policy.updated_at, objectTime(context)));
      return Object.assign(policy, { configuration: body.configuration, updated_at });
    },
  );

  app.delete<ById>(
    "/rate-limit-policies/:id",
    {
      config: { scope: "delete:rate_limit_policies" },
      schema: { params: policyPath, querystring: noQuery },
    },
    async ({ params }, reply) => {
      existingPolicy(context, params.id);
      store.policies.delete(params.id);
      return reply.code(204).send();
    },
  );
}

function existingPolicy({ store }: Context, id: string): StoredPolicy {
  const policy = store.policies.get(id);
  if (policy) return policy;
  throw new Refusal(404, "The rate limit policy does not exist.", "inexistent_rate_limit_policy");
}

const conflict = () =>
  new Refusal(
    409,
    "A rate limit policy for this resource, consumer and consumer_selector already exists.",
    "rate_limit_policy_conflict",
  );

/** Whether a policy has every value that is asked for. */
function agrees(wanted: { [Field in keyof Key]?: string | undefined }) {
  const asked = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return (policy: StoredPolicy) =>
    asked.every(([field, value]) => policy[field as keyof Key] === value);
}
