import { describe, expect, test } from "@jest/globals";
import { settingsFrom } from "../../provider/config/settings";
import { openSession } from "../../provider/lifecycle/session";
import type { Props } from "../../provider/shared/json";
import { engine } from "../support/engine/engine";
import { pluginSubject, startConfiguredPlugin } from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import { mapSecrets, marked, secret, secretPaths, unmarked } from "../support/engine/secretValues";
import { stream } from "../support/values/eventStream";
import { push } from "../support/values/guardianFcmv1Provider";
import { unknown } from "../support/values/inputs";
import { kindNamed, samples } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";

const token = "auth0-native:index:getDeliveries";
// The environment names another tenant, so that the process prints a warning.
const both = share((server) =>
  startConfiguredPlugin({ AUTH0_DOMAIN: "other.auth0.com" }, configurationOf(server)),
);

/** A stream with failed deliveries, whose events contain personal data. */
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
  test("returns what TypeScript's function returns, and only reads", async () => {
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

  test("has a secret result if the content of events is asked for, even by secret arguments", async () => {
    const eventStreamId = await withDeliveries(2);
    const args = { eventStreamId: secret(eventStreamId), includeEvent: secret(true) };
    const { result } = await both.provider.invoke(token, args);
    expect(secretPaths(result)).toEqual(["deliveries"]);
    expect(JSON.stringify(deliveriesIn(result))).toContain("canary-user-mail");
  });

  test("is unknown in a preview that does not know its arguments, and sends nothing", async () => {
    const { server, provider } = both;
    const { result } = await provider.invoke(token, { eventStreamId: unknown, take: 5 });
    expect(result.deliveries).toBe(unknown);
    expect(server.requests).toEqual([]);
  });
});

describe("a lookup", () => {
  const lookup = (name: string, args: Props) =>
    both.provider.invoke(`auth0-native:index:${name}`, args);

  test("returns the tenant's object without secrets and marks", async () => {
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

  test("fails without a value that the program marks secret", async () => {
    const { message } = await refused(lookup("getEventStream", { name: secret("canary-name") }));
    expect(message).toContain("the tenant has no event stream with the name");
    expect(leaksIn(message)).toEqual([]);
  });
});

test("an unknown function is rejected by name", async () => {
  const { message } = await refused(both.provider.invoke("auth0-native:index:getClients", {}));
  expect(message).toContain("no function auth0-native:index:getClients");
});

const placeholder = "<secret: the service does not return it, set it here>";

/** An object of the tenant that is in no state and that the process has not created. */
async function foreign(kind: string, program: Props): Promise<string> {
  const session = openSession(settingsFrom({ get: () => undefined }, both.server.environment));
  const { id } = await engine(kindNamed(kind).resource, session).create(program);
  both.server.clearRequests();
  return id;
}

describe("an import", () => {
  test.each(samples.filter(({ kind }) => kind.routes.list))(
    "of $kind.name $sample has the inputs of a program that would have made it",
    async ({ kind: { name: kind, resource }, sample, program }) => {
      const { server, provider } = both;
      const id = await foreign(kind, program);
      const subject = pluginSubject(kind, `imported ${sample}`);
      const found = await provider.read(subject, id);
      const { inputs: whole } = resource.check({}, program);
      const expected = mapSecrets(kind, whole, () => placeholder);
      const secrets = secretPaths(marked(kind, program));
      expect(found.id).toBe(id);
      expect(unmarked(found.inputs ?? {})).toEqual(expected);
      expect(secretPaths(found.inputs)).toEqual(secrets);
      // The state has no placeholder, so the first update sends the program's secret.
      expect(JSON.stringify(found.properties)).not.toContain(placeholder);
      expect(found.properties).toMatchObject({
        tenant: server.domain,
        createdAt: expect.any(String),
      });
      expect(server.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);

      // The engine checks the inputs that it read, and then the program's inputs.
      const checked = await provider.check(subject, found.inputs ?? {}, found.inputs ?? {});
      expect(checked.failures).toEqual([]);
      expect(unmarked(checked.inputs)).toEqual(expected);
      const difference = await provider.diff(subject, id, found.properties, whole);
      expect(Object.keys(difference.detailed ?? {})).toEqual(secrets);
      expect(difference.replaces).toEqual([]);
    },
  );

  test("with a placeholder has no drift in a refresh", async () => {
    const { provider } = both;
    const id = await foreign("EventStream", stream());
    const subject = pluginSubject("EventStream", "refreshed");
    const found = await provider.read(subject, id);
    const live = await provider.read(subject, id, found.properties, found.inputs);
    expect(live).toEqual(found);
    // In a refresh, the engine passes live values as the new inputs and the state's as the old ones.
    const { changes } = await provider.diff(
      subject,
      id,
      live.properties,
      found.inputs ?? {},
      live.inputs,
    );
    expect(changes).toBe("none");
  });

  test("of push credentials is rejected with the reason", async () => {
    const { server, provider } = both;
    await provider.create(pluginSubject("GuardianFcmv1Provider"), push());
    server.clearRequests();
    const read = provider.read(pluginSubject("GuardianFcmv1Provider", "imported"), "fcmv1");
    const { message } = await refused(read);
    expect(message).toMatch(
      /^GuardianFcmv1Provider can't be imported, because Auth0 has no operation/,
    );
    expect(server.requests).toEqual([]);
  });

  test("of a short id is rejected before any request", async () => {
    const { server, provider } = both;
    const { message } = await refused(provider.read(pluginSubject("EventStream"), "est_short"));
    expect(message).toMatch(/^"est_short" is not a valid EventStream ID\. .*26 characters, not 9/);
    expect(server.requests).toEqual([]);
  });

  test("of a stream with a destination that this version does not know names the type", async () => {
    const { server, provider } = both;
    const id = await foreign("EventStream", stream());
    const destination = { type: "kafka", configuration: { broker: "canary" } };
    const body = { ...server.streams.get(id), destination, note: "canary-note" };
    server.respond = ({ path }) => (path.endsWith(id) ? { body } : undefined);
    const read = refused(provider.read(pluginSubject("EventStream", "imported"), id));
    const { message } = await read.finally(() => {
      server.respond = undefined;
    });
    expect(message).toBe(
      `EventStream ${id} can't be imported, because its destination.type isn't one that this version recognizes (webhook, eventbridge, or action)`,
    );
  });
});

test("no output of the process has a secret", () => {
  const { written, lines } = both.provider;
  const messages = lines.map(({ message }) => message).join("\n");
  expect(messages).toContain("AUTH0_DOMAIN is other.auth0.com");
  expect(messages).toContain('Auth0 returns the field "note"');
  expect(leaksIn(written.stdout + written.stderr + JSON.stringify(lines))).toEqual([]);
});
