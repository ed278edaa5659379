import { describe, expect, test } from "@jest/globals";
import { lookUp } from "../../../../provider/lookups/lookUp";
import { lookups, nameOfAll } from "../../../../provider/lookups/lookups";
import { dropWriteOnly } from "../../../../provider/schema/secrets";
import type { Props } from "../../../../provider/shared/json";
import { type Connection, connect } from "../../../support/tenant/connect";
import {
  addStream,
  idOf,
  manyObjects,
  manyPolicies,
  manyStreams,
  streamIdOf,
} from "../../../support/tenant/many";
import { listedKinds, only } from "../../../support/values/kinds";
import { leaksIn } from "../../../support/values/leaks";
import { newerValue } from "../../../support/values/resourceValues";

const call = ({ api }: Connection, name: string, args: Props = {}): Promise<Props> => {
  const lookup = lookups[name];
  return lookup ? lookUp(api, lookup, args) : Promise.reject(new Error(`no ${name}`));
};
const refusal = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => "none",
    (error: Error) => error.message,
  );
const policyKey = (consumerSelector: string) => ({
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector,
});
const webhook = {
  type: "webhook",
  configuration: {
    webhook_endpoint: "https://example.com/hook",
    webhook_authorization: { method: "bearer", token: "canary-token" },
  },
} as const;

test.each(listedKinds)("a $name is found by its id and by its key, and among all", async (kind) => {
  const { name, definition, first, unique } = kind;
  const connection = await connect();
  manyObjects(connection.server, kind, 3);
  const program = { ...first, ...unique(1) };
  const found = await call(connection, `get${name}`, { id: kind.id(1) });
  expect(connection.server.apiRequests()).toEqual([kind.routes.read?.replace("{id}", kind.id(1))]);
  // A lost create may have created it.
  expect(connection.session.run.knownIds.size).toBe(0);
  const returned = dropWriteOnly(kind.resource.inputs, program);
  expect(found).toMatchObject({
    ...(returned as Props),
    id: kind.id(1),
    tenant: connection.api.domain,
  });
  expect(leaksIn(JSON.stringify(found))).toEqual([]);
  const { naturalKey } = definition;
  const byKey = naturalKey ? only(program, naturalKey) : { id: kind.id(1) };
  expect(await call(connection, `get${name}`, byKey)).toEqual(found);
  const [all] = Object.values(await call(connection, nameOfAll(definition))) as [Props[]];
  expect(all.map(({ id }) => id)).toEqual([0, 1, 2].map(kind.id));
  expect(all[1]).toEqual(found);
});

describe("getEventStream", () => {
  test("by a name reads pages until it finds the stream", async () => {
    const connection = await connect();
    const { server } = connection;
    manyStreams(server, 170);
    const byName = (name: string) => call(connection, "getEventStream", { name });
    expect(await byName("stream 60")).toEqual(
      await call(connection, "getEventStream", { id: streamIdOf(60) }),
    );
    server.clearRequests();
    await byName("stream 60");
    expect(server.apiRequests()).toEqual(["GET /event-streams", "GET /event-streams"]);
  });

  test("fails with the arguments if the tenant does not have the stream", async () => {
    const connection = await connect();
    const { domain } = connection.api;
    const id = streamIdOf(1);
    expect(await refusal(call(connection, "getEventStream", { id }))).toMatch(
      /^GET \/event-streams\/est_0+1 \(.*\): 404 .*\.\nThe tenant has no event stream with this ID\. getEventStreams returns all of them\.$/,
    );
    expect(await refusal(call(connection, "getEventStream", { name: "crm" }))).toBe(
      `GET /event-streams (${domain}): the tenant has no event stream with the name "crm".\ngetEventStreams returns all of them.`,
    );
  });

  test("fails if two streams have the name", async () => {
    const connection = await connect();
    for (const number of [1, 2]) addStream(connection.server, streamIdOf(number), "crm");
    expect(await refusal(call(connection, "getEventStream", { name: "crm" }))).toContain(
      'the tenant has more than one event stream with the name "crm".\nLook up the one you need by its ID.',
    );
  });

  test("rejects a response that is not the stream", async () => {
    const connection = await connect();
    connection.server.respond = ({ kind }) =>
      kind === "api" ? { body: { id: streamIdOf(2) } } : undefined;
    expect(await refusal(call(connection, "getEventStream", { id: streamIdOf(1) }))).toContain(
      "the response isn't a JSON object with that ID",
    );
  });
});

test("a destination of an unknown type is returned unchanged", async () => {
  const connection = await connect();
  const destination = { type: "kafka", configuration: { topic_name: "t" } };
  const stream = { id: streamIdOf(1), name: "crm", colour: "red", destination };
  connection.server.respond = ({ kind, path }) => {
    if (kind !== "api") return undefined;
    return { body: path.endsWith("/event-streams") ? { eventStreams: [stream] } : stream };
  };
  const expected = { id: stream.id, name: "crm", destination, tenant: connection.api.domain };
  expect(await call(connection, "getEventStream", { id: stream.id })).toEqual(expected);
  expect(await call(connection, "getEventStreams")).toEqual({ eventStreams: [expected] });
});

test("a secret that Auth0 returns is not in the result", async () => {
  const connection = await connect();
  const stream = { id: streamIdOf(1), name: "crm", destination: webhook };
  connection.server.respond = ({ kind }) => (kind === "api" ? { body: stream } : undefined);
  const found = await call(connection, "getEventStream", { id: stream.id });
  expect(JSON.stringify(found)).not.toContain("canary");
  expect(found).toHaveProperty("destination.configuration.webhookAuthorization.method", "bearer");
});

test("getEventStreams returns all streams, the oldest first, in whatever order Auth0 lists them", async () => {
  const connection = await connect();
  const { server } = connection;
  addStream(server, streamIdOf(500), "second", { created_at: "2026-01-02T00:00:00.000Z" });
  addStream(server, streamIdOf(501), "first", { created_at: "2026-01-01T00:00:00.000Z" });
  manyStreams(server, 60);
  const { eventStreams } = await call(connection, "getEventStreams");
  const names = (eventStreams as Props[]).map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(["first", "second", "stream 0"]);
  expect(names).toHaveLength(62);
});

describe("getRateLimitPolicy", () => {
  test("by its key lets Auth0 filter", async () => {
    const connection = await connect();
    const { server } = connection;
    manyPolicies(server, 120);
    const found = await call(connection, "getRateLimitPolicy", policyKey("client_id:c7"));
    expect(found).toMatchObject({
      id: idOf(7),
      ...policyKey("client_id:c7"),
      configuration: { action: "block", limit: 100 },
    });
    const [{ query } = { query: undefined }] = server.requests.filter(({ kind }) => kind === "api");
    expect(query).toMatchObject({
      resource: "oauth_authentication_api",
      consumer: "client",
      consumer_selector: "client_id:c7",
    });
    expect(server.apiRequests()).toHaveLength(1);
  });

  test("by its key fails with the whole key", async () => {
    const key = policyKey("default");
    expect(await refusal(call(await connect(), "getRateLimitPolicy", key))).toContain(
      'the tenant has no rate-limit policy with the resource "oauth_authentication_api", consumer "client", and consumerSelector "default".\ngetRateLimitPolicies returns all of them.',
    );
  });
});

test("getRateLimitPolicies takes Auth0's filters", async () => {
  const connection = await connect();
  manyPolicies(connection.server, 3);
  const ids = async (args: Props) => {
    const { rateLimitPolicies } = await call(connection, "getRateLimitPolicies", args);
    return (rateLimitPolicies as Props[]).map(({ id }) => id);
  };
  expect(await ids({})).toEqual([idOf(0), idOf(1), idOf(2)]);
  expect(await ids({ consumerSelector: "client_id:c1", consumer: "client" })).toEqual([idOf(1)]);
  expect(await ids({ consumerSelector: "none" })).toEqual([]);
});

const eitherPolicy = "pass either id, or resource, consumer, and consumerSelector";
const eitherStream = "pass either id, or name";
test.each<[string, Props, string]>([
  ["getEventStream", {}, eitherStream],
  ["getEventStream", { id: streamIdOf(1), name: "a" }, `${eitherStream}. You passed id and name`],
  ["getEventStream", { id: null, name: null }, eitherStream],
  [
    "getEventStream",
    { nme: "canary" },
    `nme is not a property. Did you mean name?\n${eitherStream}`,
  ],
  ["getEventStream", { id: "canary" }, "id must have 26 characters, not 6"],
  [
    "getRateLimitPolicy",
    { ...policyKey("default"), id: idOf(1) },
    `${eitherPolicy}. You passed id, resource, consumer, and consumerSelector`,
  ],
  ["getRateLimitPolicy", { consumer: "client" }, `${eitherPolicy}. You passed consumer`],
  ["getRateLimitPolicies", { consumer: "canary" }, `consumer must be client${newerValue}`],
])("%s rejects %j before any request", async (name, args, expected) => {
  const connection = await connect();
  expect(await refusal(call(connection, name, args))).toBe(`${name}: ${expected}`);
  expect(connection.server.requests).toEqual([]);
});
