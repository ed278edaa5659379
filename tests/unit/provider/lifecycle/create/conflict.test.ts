import { describe, expect, test } from "@jest/globals";
import type { TenantOptions } from "../../../../../emulator/src";
import { engine } from "../../../../support/engine/engine";
import {
  foreign,
  listPolicies,
  listStreams,
  messageOf,
  policies,
  postPolicy,
  postStream,
  streams,
  unnamed,
} from "../../../../support/faults/lostCreates";
import { type Connection, connect } from "../../../../support/tenant/connect";
import { idOf, manyPolicies, manyStreams, streamIdOf } from "../../../../support/tenant/many";
import { stream } from "../../../../support/values/eventStream";
import { configured, policy } from "../../../../support/values/rateLimitPolicy";

/** A policy for the same consumers as `manyPolicies`' policy with this number. */
const conflicting = (index: number) => policy({ consumerSelector: `client_id:c${index}` });

/** A tenant with a number of policies that somebody else has created. */
async function start(total: number, options: TenantOptions = {}): Promise<Connection> {
  const connection = await connect(options);
  manyPolicies(connection.server, total);
  return connection;
}

const create = ({ session }: Connection, program = conflicting(0)) =>
  messageOf(engine(policies, session).create(program));

const lists = ({ server }: Connection) =>
  server.apiRequests().filter((request) => request === listPolicies).length;

const policyKey = (selector: string) =>
  `the resource "oauth_authentication_api", consumer "client", and consumerSelector "${selector}"`;
const ownKey = policyKey("third_party_clients");
const ownName = `the name "${stream().name}"`;
const remedies = `If you renamed this resource, add an alias, or run \`pulumi state rename\`.
If this resource replaces it, set the option deleteBeforeReplace.
If no stack manages it, import it: \`npx --no-install pulumi-auth0-native import --declared --run\`.
More: https://github.com/pulumi-auth0-native/pulumi-auth0-native/blob/main/docs/troubleshooting.md#conflict
`;

describe("a policy that exists", () => {
  test("is named with the remedies, beginning with the one whose mistake costs least", async () => {
    const connection = await start(1);
    const message = await create(connection);
    expect(message).toContain(
      `.\nRateLimitPolicy ${idOf(0)} has ${policyKey("client_id:c0")}.\n${remedies}Correlation ID: `,
    );
    expect(connection.server.apiRequests()).toEqual([postPolicy, listPolicies]);
  });

  test("shares one complete list with all other conflicts of a run", async () => {
    const connection = await start(120);
    const indexes = Array.from({ length: 120 }, (_, index) => (index * 37) % 120);
    const messages = await Promise.all(
      indexes.map((index) => create(connection, conflicting(index))),
    );
    for (const [position, index] of indexes.entries()) {
      expect(messages[position]).toContain(`\nRateLimitPolicy ${idOf(index)} has `);
    }
    // Three pages, read twice, because a deletion shifts pages.
    expect(lists(connection)).toBe(6);
  });
});

describe("a conflict stays a conflict, with the same remedies,", () => {
  const anyId =
    /: 409 Conflict: .* already exists\.\nAnother RateLimitPolicy has .*\. Its ID couldn't be read:\n(.*\n.*)\nIf you renamed/;
  const reasonIn = (message: string) => anyId.exec(message)?.[1];

  test("if the application lacks the permission to list", async () => {
    const connection = await start(1, { scopes: ["create:rate_limit_policies"] });
    const messages = [await create(connection), await create(connection)];
    for (const message of messages) {
      expect(reasonIn(message)).toContain("Grant the scope read:rate_limit_policies");
    }
    expect(lists(connection)).toBe(1);
  });

  test.each([
    ["is broken", { status: 200, body: { errors: [] } }, "the response isn't a list of objects"],
    ["fails", { status: 503 }, "Auth0 returned an error"],
  ])("where the list %s", async (_what, answer, reason) => {
    const connection = await start(1);
    connection.server.respond = ({ route }) => (route === listPolicies ? answer : undefined);
    expect(reasonIn(await create(connection))).toContain(reason);
  });
});

test("a conflict with an object that the tenant does not list names no remedy", async () => {
  const connection = await start(1);
  connection.server.respond = ({ route }) =>
    route === listPolicies ? { body: { rate_limit_policies: [] } } : undefined;
  const message = await create(connection);
  expect(message).toContain(", but Auth0 doesn't list it yet. Run `pulumi up` again.\n");
  expect(message).not.toContain("import");
});

test("a used-up quota with 409 is not a conflict and causes no search", async () => {
  const connection = await start(1);
  const body = { statusCode: 409, error: "Conflict", errorCode: "limit_exceeded" };
  connection.server.respond = ({ route }) =>
    route === postPolicy ? { status: 409, body } : undefined;
  expect(await create(connection)).toContain("A quota of the tenant is used up");
  expect(connection.server.apiRequests()).toEqual([postPolicy]);
});

describe("an object of another resource of the run", () => {
  const managed = `Another resource of this stack has ${ownKey}`;

  test("cannot be imported if this run has created it", async () => {
    const connection = await connect();
    const { id } = await engine(policies, connection.session).create(policy());
    const message = await create(connection, configured({ action: "allow" }));
    expect(message).toContain(
      `.\n${managed} (${id}). Remove one of the two.\nIf this resource replaces it, set the option deleteBeforeReplace.\nIf the option retainOnDelete has kept the object, choose a different value.\nMore: https://github.com/pulumi-auth0-native/pulumi-auth0-native/blob/main/docs/troubleshooting.md#conflict\nCorrelation ID: `,
    );
    expect(message).not.toContain("import");
  });

  test("is found even if an earlier conflict listed the tenant before the create", async () => {
    const connection = await start(1);
    await create(connection);
    await engine(policies, connection.session).create(policy());
    expect(await create(connection, configured({ action: "allow" }))).toContain(managed);
  });

  // Auth0 answers a second delete of a stream with 204, and of a policy with 404.
  test("is not named after its delete, even if the first response was lost", async () => {
    const connection = await connect();
    const provider = engine(policies, connection.session);
    const made = await provider.create(policy());
    expect(await create(connection, policy())).toContain(made.id);
    const route = "DELETE /rate-limit-policies/{id}";
    connection.server.addFault({ kind: "drop", when: "after", route });
    await provider.destroy(made);
    connection.server.respond = (request) => (request.route === postPolicy ? conflict : undefined);
    expect(await create(connection, policy())).toContain(".\nAnother RateLimitPolicy has");
  });

  test("cannot be imported while its create waits for a response", async () => {
    const connection = await connect();
    const { server, session } = connection;
    server.addFault({ kind: "drop", when: "after", route: postPolicy });
    const first = engine(policies, session).create(policy());
    const second = engine(policies, session).create(configured({ action: "allow" }));
    const outcomes = await Promise.allSettled([first, second]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    // Without an id: the tenant's list shows an object, but not that it is the one of the lost response.
    expect(String(refused?.reason)).toContain(`.\n${managed}. Remove one of the two.`);
    expect(String(refused?.reason)).not.toContain("import");
    expect(server.policies.size).toBe(1);
  });
});

const conflict = { status: 409, body: { statusCode: 409, error: "Conflict", message: "Exists" } };

describe("streams", () => {
  async function occupied(ids: string[]): Promise<Connection> {
    const connection = await connect();
    for (const id of ids) foreign(connection, id, 0).name = String(stream().name);
    connection.server.respond = ({ route }) => (route === postStream ? conflict : undefined);
    return connection;
  }
  const createStream = ({ session }: Connection, program = stream()) =>
    messageOf(engine(streams, session).create(program));

  test("with the same name are all named", async () => {
    const ids = ["est_one", "est_two", "est_three"];
    const message = await createStream(await occupied(ids));
    expect(message).toContain(`.\nEventStream ${ids.join(", ")} have ${ownName}.\n${remedies}`);
  });

  test("whose names differ only in case are named with the other name", async () => {
    const connection = await occupied(["est_one"]);
    const name = String(stream().name).toUpperCase();
    Object.assign(connection.server.streams.get("est_one") ?? {}, { name });
    const found = `EventStream est_one has the name "${name}", which differs only in case.\n`;
    expect(await createStream(connection)).toContain(`.\n${found}${remedies}`);
    foreign(connection, "est_two", 0).name = String(stream().name);
    await connection.clock.sleep(16_000);
    expect(await createStream(connection)).toContain(`.\nEventStream est_two has ${ownName}.\n`);
  });

  test("with the same name are named, except those of this run", async () => {
    const connection = await occupied(["est_one", "est_two"]);
    connection.session.run.addId("est_one");
    expect(await createStream(connection)).toContain(`.\nEventStream est_two has ${ownName}.\n`);
  });

  test("without a name have no natural key and cause no search", async () => {
    const connection = await occupied(["est_one"]);
    expect(await createStream(connection, unnamed())).toContain(
      "409 Conflict: Exists.\nAnother EventStream has the same name, but Auth0 doesn't list it yet.",
    );
    expect(connection.server.apiRequests()).toEqual([postStream]);
  });

  test("with an id of another form are named, with the id in quotes", async () => {
    const message = await createStream(await occupied(["$(reboot)\n"]));
    expect(message).toContain(`.\nEventStream "$(reboot)\\n" has ${ownName}.\n`);
  });
});

describe("the maximum of streams", () => {
  /** A tenant whose only stream was created by somebody else. */
  async function full(): Promise<Connection> {
    const connection = await connect({ maxObjects: { "event-streams": 1 } });
    manyStreams(connection.server, 1);
    return connection;
  }

  test.each([
    ["a name that no stream has", stream()],
    ["no name", unnamed()],
  ])("explains a conflict of a program with %s", async (_case, program) => {
    const message = await messageOf(engine(streams, (await full()).session).create(program));
    expect(message).toContain(
      "name already in use.\nA quota of the tenant is used up. Delete objects that you don't need.\nIf you need them all, ask Auth0 for a higher quota.\nCorrelation ID: ",
    );
    expect(message).not.toMatch(/import|conflicts with/);
  });

  test("does not explain a conflict if a stream has the name", async () => {
    const program = stream({ name: "stream 0" });
    const message = await messageOf(engine(streams, (await full()).session).create(program));
    expect(message).toContain(`.\nEventStream ${streamIdOf(0)} has the name "stream 0".\n`);
    expect(message).not.toContain("quota");
  });
});

test.each(["deleted", "renamed"])("an object that this run has %s is not named", async (how) => {
  const { server, provider, crm, renamed } = await twoStreams();
  server.respond = ({ route }) => (route === postStream ? conflict : undefined);
  expect(await messageOf(provider.create(renamed))).toContain(crm.id);
  await (how === "deleted" ? provider.destroy(crm) : provider.update(crm, stream({ name: "new" })));
  expect(await messageOf(provider.create(renamed))).toContain(
    '.\nAnother EventStream has the name "crm", but Auth0 doesn\'t list it yet.',
  );
});

async function twoStreams() {
  const connection = await connect();
  const provider = engine(streams, connection.session);
  const crm = await provider.create(stream({ name: "crm" }));
  const erp = await provider.create(stream({ name: "erp" }));
  return { ...connection, provider, crm, erp, renamed: stream({ name: "crm" }) };
}

describe("a rename to a name in use", () => {
  test("names the other stream, and changes nothing", async () => {
    const { server, provider, crm, erp, renamed } = await twoStreams();
    const before = structuredClone([...server.streams.values()]);
    const message = await messageOf(provider.update(erp, renamed));
    expect(message).toContain(
      `.\nNothing was changed, because EventStream ${crm.id} has the name "crm".\nChoose a different value.\nTo use this value, first rename or delete the other object.\n`,
    );
    expect(message).not.toMatch(/import|deleteBeforeReplace/);
    expect([...server.streams.values()]).toEqual(before);
  });

  test("names no stream if the list fails", async () => {
    const { server, provider, erp, renamed } = await twoStreams();
    server.addFault({ kind: "status", status: 403, route: listStreams });
    expect(await messageOf(provider.update(erp, renamed))).toContain(
      '.\nNothing was changed, because another EventStream has the name "crm".\n',
    );
  });
});
