import { describe, expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import { pluginSubject, startConfiguredPlugin } from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import { secret, secretPaths, unmarked } from "../support/engine/secretValues";
import { stream } from "../support/values/eventStream";
import { unknown } from "../support/values/inputs";
import { leaksIn } from "../support/values/leaks";

const token = "auth0-native:index:getDeliveries";
// The environment names another tenant, so that the process has a warning to give.
const both = share((server) =>
  startConfiguredPlugin({ AUTH0_DOMAIN: "other.auth0.com" }, configurationOf(server)),
);

/** A stream with failed deliveries whose events hold personal data. */
async function withDeliveries(count: number): Promise<string> {
  const { server, provider } = both;
  const { id } = await provider.create(pluginSubject("EventStream"), stream());
  const event = { data: { object: { email: "canary-user-mail" } } };
  server.addDeliveries(
    id,
    Array.from({ length: count }, () => ({ status: "failed", event })),
  );
  server.clearRequests();
  return id;
}

const deliveriesIn = (result: Props) => unmarked(result).deliveries as Props[];

describe("getDeliveries", () => {
  test("returns what the function of TypeScript returns, and sends reads only", async () => {
    const { server, provider } = both;
    const eventStreamId = await withDeliveries(3);
    const { result, failures } = await provider.invoke(token, {
      eventStreamId,
      statuses: ["failed"],
    });
    expect(failures).toEqual([]);
    expect(deliveriesIn(result)).toHaveLength(3);
    expect(deliveriesIn(result)[0]).toMatchObject({ eventStreamId, status: "failed" });
    expect(JSON.stringify(result)).not.toContain("canary");
    expect(secretPaths(result)).toEqual([]);
    expect(server.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("has a secret result where the content of events is asked for", async () => {
    const eventStreamId = await withDeliveries(2);
    const { result } = await both.provider.invoke(token, { eventStreamId, includeEvent: true });
    expect(secretPaths(result)).toEqual(["deliveries"]);
    expect(JSON.stringify(deliveriesIn(result))).toContain("canary-user-mail");
  });

  test("takes arguments that the program marks", async () => {
    const eventStreamId = await withDeliveries(1);
    const args = { eventStreamId: secret(eventStreamId), includeEvent: secret(true) };
    const { result } = await both.provider.invoke(token, args);
    expect(secretPaths(result)).toEqual(["deliveries"]);
  });

  test("is unknown in a preview that does not know its arguments, and sends nothing", async () => {
    const { server, provider } = both;
    const { result } = await provider.invoke(token, { eventStreamId: unknown, take: 5 });
    expect(result.deliveries).toBe(unknown);
    expect(server.requests).toEqual([]);
  });

  test("refuses wrong arguments before any request, with every mistake", async () => {
    const { server, provider } = both;
    const args = { take: 0, eventTypes: ["canary-event"], eventStream: "canary-id" };
    const { message } = await refused(provider.invoke(token, args));
    const mistakes = ["eventStreamId is required", "take must be", "eventTypes[0] must be"];
    for (const text of mistakes) expect(message).toContain(text);
    expect(message).toMatch(/^getDeliveries: /);
    expect(leaksIn(message)).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});

describe("a lookup", () => {
  const lookup = (name: string, args: Props) =>
    both.provider.invoke(`auth0-native:index:${name}`, args);

  test("returns what the tenant has, without a secret and with no mark", async () => {
    const { server, provider } = both;
    const { id } = await provider.create(pluginSubject("EventStream"), stream({ name: "crm" }));
    server.clearRequests();
    const { result } = await lookup("getEventStream", { name: secret("crm") });
    expect(result).toMatchObject({ id, name: "crm", status: "enabled" });
    const { result: all } = await lookup("getEventStreams", {});
    expect(all.eventStreams).toContainEqual(result);
    expect(secretPaths({ result, all })).toEqual([]);
    expect(leaksIn(JSON.stringify([result, all]))).toEqual([]);
    expect(server.apiRequests()).toEqual(["GET /event-streams", "GET /event-streams"]);

    const destination = { type: "kafka", configuration: { topic: "a" } };
    Object.assign(server.streams.get(id) ?? {}, { destination });
    const ofUnknownType = await lookup("getEventStream", { id });
    expect(secretPaths(ofUnknownType.result)).toEqual(["destination.configuration"]);
  });

  test("is unknown in a preview that does not know its arguments, and sends nothing", async () => {
    const { server } = both;
    server.clearRequests();
    const { result } = await lookup("getRateLimitPolicy", { id: unknown });
    expect(result).toMatchObject({ id: unknown, configuration: unknown, createdAt: unknown });
    const { result: all } = await lookup("getRateLimitPolicies", { consumerSelector: unknown });
    expect(all).toEqual({ rateLimitPolicies: unknown });
    expect(server.requests).toEqual([]);
  });

  test("fails without what the program marks secret", async () => {
    const { message } = await refused(lookup("getEventStream", { name: secret("canary-name") }));
    expect(message).toContain("the tenant has no event stream with the name");
    expect(leaksIn(message)).toEqual([]);
  });
});

test("another function is refused by name", async () => {
  const { message } = await refused(both.provider.invoke("auth0-native:index:getClients", {}));
  expect(message).toContain("no function auth0-native:index:getClients");
});

test("nothing that the process wrote or told the user holds personal data", () => {
  const { written, lines } = both.provider;
  expect(lines.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("AUTH0_DOMAIN is other.auth0.com"),
  );
  expect(leaksIn(written.stdout + written.stderr + JSON.stringify(lines))).toEqual([]);
});
