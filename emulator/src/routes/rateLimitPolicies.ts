import type { FastifyInstance } from "fastify";
import { type Context, listRequest } from "../context";
import { type ListQuery, pageOf } from "../http/pages";
import { Refusal } from "../http/refusal";
import { laterThan, microseconds } from "../model/clock";
import { newId, type StoredPolicy } from "../model/store";
import { noQuery, policyList, policyPath } from "../schemas/pathsAndQueries";
import { createPolicy, updatePolicy } from "../schemas/requestBodies";

type Key = Pick<StoredPolicy, "resource" | "consumer" | "consumer_selector">;
type Configured = Pick<StoredPolicy, "configuration">;
type ById = { Params: { id: string } };

export function rateLimitPolicies(app: FastifyInstance, context: Context): void {
  listAndCreate(app, context);
  readUpdateAndDelete(app, context);
}

function listAndCreate(app: FastifyInstance, context: Context): void {
  const { settings, store } = context;

  app.get<{ Querystring: ListQuery & Partial<Key> }>(
    "/rate-limit-policies",
    {
      config: { scopes: ["read:rate_limit_policies"] },
      schema: { querystring: policyList },
    },
    async ({ query: { resource, consumer, consumer_selector, ...page } }) => {
      const filter = { resource, consumer, consumer_selector };
      const policies = [...store.policies.values()].filter((policy) => matches(policy, filter));
      const { items, ...next } = pageOf(policies, page, {
        ...listRequest("rate-limit-policies", context),
        limit: settings.pageLimit,
      });
      return { rate_limit_policies: items, ...next };
    },
  );

  app.post<{ Body: Key & Configured }>(
    "/rate-limit-policies",
    {
      config: { scopes: ["create:rate_limit_policies"] },
      schema: { body: createPolicy, querystring: noQuery },
    },
    async ({ body }, reply) => {
      const { configuration, ...key } = body;
      if ([...store.policies.values()].some((policy) => matches(policy, key))) throw conflict();
      const time = microseconds(context.clock.objectTime());
      // Recorded ids have 25 characters, the API reference allows 26: both occur, in turn.
      const id = newId("rlp", store.policies.size % 2 === 0 ? 21 : 22);
      const policy = { id, ...key, configuration, created_at: time, updated_at: time };
      store.policies.set(id, policy);
      return reply.code(201).send(policy);
    },
  );
}

function readUpdateAndDelete(app: FastifyInstance, context: Context): void {
  app.get<ById>(
    "/rate-limit-policies/:id",
    {
      config: { scopes: ["read:rate_limit_policies"] },
      schema: { params: policyPath, querystring: noQuery },
    },
    async ({ params }) => existingPolicy(context, params.id),
  );

  app.patch<ById & { Body: Configured }>(
    "/rate-limit-policies/:id",
    {
      config: { scopes: ["update:rate_limit_policies"] },
      schema: { params: policyPath, body: updatePolicy, querystring: noQuery },
    },
    async ({ params, body }) => {
      const policy = existingPolicy(context, params.id);
      const time = laterThan(policy.updated_at, context.clock.objectTime());
      policy.configuration = body.configuration;
      policy.updated_at = microseconds(time);
      return policy;
    },
  );

  app.delete<ById>(
    "/rate-limit-policies/:id",
    {
      config: { scopes: ["delete:rate_limit_policies"] },
      schema: { params: policyPath, querystring: noQuery },
    },
    async ({ params }, reply) => {
      existingPolicy(context, params.id);
      context.store.policies.delete(params.id);
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
    "A rate limit policy with the same resource, consumer, and consumer_selector already exists.",
  );

type Filter = { [Field in keyof Key]?: string | undefined };

/** Whether a policy has every value of the filter. */
function matches(policy: StoredPolicy, filter: Filter): boolean {
  return Object.entries(filter).every(
    ([field, value]) => value === undefined || policy[field as keyof Key] === value,
  );
}
