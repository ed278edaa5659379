import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { EventStream, RateLimitPolicy } from "../../sdk";
import type { TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { authorizations, policy, webhook } from "../support/values/samples";

const engine = withTenant();
let stack: TestStack;

beforeAll(async () => {
  stack = await engine.newStack();
});
afterEach(() => {
  engine.tenant.answer = undefined;
});

const program = (name: string) => async () => {
  new EventStream("crm", { name, destination: webhook(authorizations.basic) });
};

test("an invalid response to a create keeps the id in the state, and the next up repairs it with a GET", async () => {
  engine.tenant.answer = ({ method, kind }) =>
    method === "POST" && kind === "api"
      ? {
          after: true,
          body: (stream: object) => ({ ...stream, created_at: { odd: true } }),
        }
      : undefined;
  const broken = await stack.up(program("crm"));
  expect(broken.code).not.toBe(0);
  expect(broken.text).toContain("was written, but the response could not be read (created_at)");
  const [id] = engine.tenant.streams.keys();
  const crm = (await stack.state()).resources.find(({ urn }) => urn.endsWith("::crm"));
  expect(crm).toMatchObject({ id, outputs: { name: "crm", tenant: engine.tenant.domain } });

  engine.tenant.answer = undefined;
  const { result, requests } = await engine.during(() => stack.up(program("crm")));
  expect(result.code).toBe(0);
  expect(requests).toEqual([`GET /event-streams/${id}`]);
  const repaired = (await stack.state()).resources.find(({ urn }) => urn.endsWith("::crm"));
  expect(repaired?.initErrors).toBeUndefined();
  expect(repaired?.outputs.createdAt).toEqual(expect.any(String));
  expect(await stack.up(program("crm"))).toMatchObject({ code: 0, steps: [] });
});

test("an invalid response to an update keeps the inputs that were sent", async () => {
  engine.tenant.answer = ({ method }) =>
    method === "PATCH"
      ? { after: true, body: ({ id }: { id: string }) => ({ id, updated_at: [] }) }
      : undefined;
  expect((await stack.up(program("renamed"))).code).not.toBe(0);
  engine.tenant.answer = undefined;
  const { result, requests } = await engine.during(() => stack.up(program("renamed")));
  expect(result.code).toBe(0);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatch(/^GET /);
  expect(await stack.drift()).toMatchObject({ code: 0, steps: [] });
});

test("a PATCH or a DELETE succeeds without a response body", async () => {
  engine.tenant.answer = ({ method }) =>
    method === "PATCH" || method === "DELETE"
      ? { after: true, status: 204, body: "ignored" }
      : undefined;
  expect((await stack.up(program("no body"))).code).toBe(0);
  expect((await stack.destroy()).code).toBe(0);
  expect(engine.tenant.streams.size).toBe(0);
});

test("a request is repeated after 429 with the same correlation id", async () => {
  let refusals = 2;
  engine.tenant.answer = ({ method, kind }) =>
    method === "POST" && kind === "api" && refusals-- > 0
      ? { status: 429, headers: { "retry-after": "0" }, body: { errorCode: "too_many_requests" } }
      : undefined;
  engine.tenant.clearRequests();
  expect((await stack.up(program("crm"))).code).toBe(0);
  const posts = engine.tenant.requests.filter(
    ({ method, kind }) => method === "POST" && kind === "api",
  );
  expect(posts.map(({ status }) => status)).toEqual([429, 429, 201]);
  const ids = new Set(posts.map(({ headers }) => headers["x-correlation-id"]));
  expect([...ids]).toEqual([expect.stringMatching(/^[\w-]{1,64}$/)]);
});

test("a second policy of a program for the same consumer is not to be adopted, but removed", async () => {
  const run = await stack.up(async () => {
    const first = new RateLimitPolicy("one", policy("default", { action: "allow" }));
    new RateLimitPolicy("two", policy("default", { action: "allow" }), { dependsOn: first });
  });
  expect(run.code).not.toBe(0);
  const [id = ""] = engine.tenant.policies.keys();
  expect(run.text).toMatch(/POST \/rate-limit-policies .*409.*correlation id pulumi-/);
  expect(run.text).toContain(
    `another resource of this stack has the same resource, consumer and consumerSelector (${id})`,
  );
  expect(run.text).not.toContain("adopt it");
});

test("get reads an object without managing it", async () => {
  const [id = ""] = engine.tenant.policies.keys();
  const { result, requests } = await engine.during(() =>
    stack.up(async () => {
      const found = RateLimitPolicy.get("found", id);
      return { selector: found.consumerSelector, configuration: found.configuration };
    }),
  );
  expect(result.code).toBe(0);
  expect(requests).toContain(`GET /rate-limit-policies/${id}`);
  expect(result.outputs).toMatchObject({
    selector: { value: "default" },
    configuration: { value: { action: "allow" } },
  });
});
