import { expect, test } from "@jest/globals";
import { pluginTypeToken } from "../../provider/stateContract";
import { startConfiguredPlugin } from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import { secret } from "../support/engine/secretValues";
import { manyObjects, manyPolicies } from "../support/tenant/many";
import { unknown } from "../support/values/inputs";
import { listedKinds } from "../support/values/kinds";

const policies = "auth0-native:index:RateLimitPolicy";
const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

/** The pages of a list, by their sizes, and the requests that they cost. */
async function pagesOf(args: { limit?: number; pageSize: number }) {
  const { server, provider } = both;
  server.clearRequests();
  const sizes: number[] = [];
  let token: string | undefined = "";
  const names = new Set<string>();
  while (token !== undefined) {
    const page = await provider.list(policies, { ...args, token });
    sizes.push(page.names.length);
    for (const name of page.names) names.add(name);
    token = page.next;
  }
  return { sizes, names: names.size, requests: server.apiRequests().length };
}

test("a list has pages of the size that is asked for, which continue it without repeating a request", async () => {
  manyPolicies(both.server, 120);
  expect(await pagesOf({ pageSize: 0 })).toEqual({ sizes: [120], names: 120, requests: 3 });
  expect(await pagesOf({ pageSize: 50 })).toEqual({ sizes: [50, 50, 20], names: 120, requests: 3 });
  expect(await pagesOf({ pageSize: 7, limit: 10 })).toEqual({
    sizes: [7, 3],
    names: 10,
    requests: 1,
  });
});

test.each(listedKinds)("a list of $name has every object by its name", async (kind) => {
  const { name, definition, unique } = kind;
  manyObjects(both.server, kind, 3);
  const { names } = await both.provider.list(pluginTypeToken(name));
  expect(names).toEqual(
    [0, 1, 2].map((number) => ({ ...kind.first, ...unique(number) })[definition.nameProperty]),
  );
});

test("a continued list goes on after its checkpoint has expired, and names no object twice", async () => {
  const { server, provider } = both;
  manyPolicies(server, 120);
  const first = await provider.list(policies, { pageSize: 50 });
  const list = "GET /rate-limit-policies";
  server.addFault({ route: list, kind: "status", status: 400, times: 1 });
  const { names } = await provider.list(policies, { token: first.next ?? "" });
  expect(new Set([...first.names, ...names]).size).toBe(120);
  expect(names).toHaveLength(70);
  // Each token continues once.
  const again = await refused(provider.list(policies, { token: first.next ?? "" }));
  expect(again.message).toContain("list again from the start");
});

test("a list whose filter is not known yet is unknown, and sends nothing", async () => {
  const { server, provider } = both;
  server.clearRequests();
  const query = { consumerSelector: secret(unknown) };
  expect(await provider.list(policies, { query })).toEqual({
    names: [],
    next: undefined,
    isUnknown: true,
  });
  expect(server.requests).toEqual([]);
});

test("a kind that the service does not list, and one that the plugin does not serve, are refused", async () => {
  const { provider } = both;
  const push = await refused(provider.list("auth0-native:index:GuardianFcmv1Provider"));
  expect(push.message).toContain("the service has no list of GuardianFcmv1Provider");
  const client = await refused(provider.list("auth0:index:Client"));
  expect(client.message).toContain("the plugin does not serve auth0:index:Client, only");
});

test("a refused list is an error without the secret that its filter and the response repeat", async () => {
  const { server, provider } = both;
  const list = "GET /rate-limit-policies";
  server.addFault({ route: list, kind: "status", status: 403, body: "canary-selector", times: 1 });
  const query = { consumerSelector: secret("canary-selector") };
  const { message } = await refused(provider.list(policies, { query }));
  expect(message).toContain("403");
  expect(message).not.toContain("canary");
});
