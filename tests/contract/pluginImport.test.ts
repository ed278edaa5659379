import { describe, expect, test } from "@jest/globals";
import { settingsFrom } from "../../provider/config/settings";
import { openSession } from "../../provider/lifecycle/session";
import type { Props } from "../../provider/shared/json";
import { engine } from "../support/engine/engine";
import { pluginSubject, startConfiguredPlugin } from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import { mapSecrets, marked, secretPaths, unmarked } from "../support/engine/secretValues";
import { stream } from "../support/values/eventStream";
import { push } from "../support/values/guardianFcmv1Provider";
import { kindNamed, samples } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";

// An import is a read without inputs and without properties, and a check of the inputs that it returns.

// The environment names another tenant, so that the process has a warning to give.
const both = share((server) =>
  startConfiguredPlugin({ AUTH0_DOMAIN: "other.auth0.com" }, configurationOf(server)),
);

const _authorization = "destination.configuration.webhookAuthorization";
const placeholder = "<secret: the service does not return it, set it here>";

/** An object of the tenant that no state knows, and that the process has not created. */
async function foreign(kind: string, program: Props): Promise<string> {
  const session = openSession(settingsFrom(() => undefined, both.server.environment));
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
      // The state holds no placeholder: the first update sends the secret that the program sets.
      expect(JSON.stringify(found.properties)).not.toContain(placeholder);
      expect(found.properties).toMatchObject({
        tenant: server.domain,
        createdAt: expect.any(String),
      });
      expect(server.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);

      // The engine checks what it read, and then what the program says.
      const checked = await provider.check(subject, found.inputs ?? {}, found.inputs ?? {});
      expect(checked.failures).toEqual([]);
      expect(unmarked(checked.inputs)).toEqual(expected);
      const difference = await provider.diff(subject, id, found.properties, whole);
      expect(Object.keys(difference.detailed ?? {})).toEqual(secrets);
      expect(difference.replaces).toEqual([]);
    },
  );

  test("whose placeholder nobody has replaced yet is no drift in a refresh", async () => {
    const { provider } = both;
    const id = await foreign("EventStream", stream());
    const subject = pluginSubject("EventStream", "refreshed");
    const found = await provider.read(subject, id);
    const live = await provider.read(subject, id, found.properties, found.inputs);
    expect(live).toEqual(found);
    // The engine turns the roles round: what is live, and the inputs of the state.
    const { changes } = await provider.diff(
      subject,
      id,
      live.properties,
      found.inputs ?? {},
      live.inputs,
    );
    expect(changes).toBe("none");
  });

  test("of push credentials is refused, with why", async () => {
    const { server, provider } = both;
    await provider.create(pluginSubject("GuardianFcmv1Provider"), push());
    server.clearRequests();
    const read = provider.read(pluginSubject("GuardianFcmv1Provider", "imported"), "fcmv1");
    const { message } = await refused(read);
    expect(message).toMatch(
      /^GuardianFcmv1Provider cannot be imported: the service has no operation/,
    );
    expect(server.requests).toEqual([]);
  });

  test("of a short id is refused before any request", async () => {
    const { server, provider } = both;
    const { message } = await refused(provider.read(pluginSubject("EventStream"), "est_short"));
    expect(message).toMatch(/^"est_short" is not an id of EventStream: .*26 characters, not 9/);
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
      `EventStream ${id} cannot be imported: destination.type must be webhook, eventbridge or action`,
    );
  });
});

test("nothing that the process wrote or told the user holds a secret", () => {
  const { written, lines } = both.provider;
  const messages = lines.map(({ message }) => message).join("\n");
  expect(messages).toContain("AUTH0_DOMAIN is other.auth0.com");
  expect(messages).toContain('the service returns the field "note"');
  expect(leaksIn(written.stdout + written.stderr + JSON.stringify(lines))).toEqual([]);
});
