import { describe, expect, test } from "@jest/globals";
import type { TenantOptions } from "../../../../emulator/src";
import { engine } from "../../../support/engine/engine";
import {
  foreign,
  listPolicies,
  listStreams,
  messageOf,
  policies,
  postPolicy,
  postStream,
  streams,
} from "../../../support/faults/lostCreates";
import { type Connection, connect } from "../../../support/tenant/connect";
import { idOf, manyPolicies } from "../../../support/tenant/many";
import { configured, policy, stream } from "../../../support/values/inputs";

/** The policy for the same consumers as the one with this number that `manyPolicies` makes. */
const conflicting = (index: number) => policy({ consumerSelector: `client_id:c${index}` });

/** A tenant with so many policies that somebody else has made. */
async function start(total: number, options: TenantOptions = {}): Promise<Connection> {
  const connection = await connect(options);
  manyPolicies(connection.server, total);
  return connection;
}

const create = ({ session }: Connection, program = conflicting(0)) =>
  messageOf(engine(policies, session).create(program));

const lists = ({ server }: Connection) =>
  server.apiRequests().filter((request) => request === listPolicies).length;

const samePolicyKey = "the same resource, consumer and consumerSelector";
const replaceOption = "if this resource replaces it, set the option deleteBeforeReplace: true";

describe("a policy that exists", () => {
  test("is named with the command that adopts it", async () => {
    const connection = await start(1);
    const message = await create(connection);
    expect(message).toContain(
      `; RateLimitPolicy ${idOf(0)} has ${samePolicyKey}: adopt it with \`adopt ${idOf(0)}\` or, ${replaceOption} [correlation id`,
    );
    expect(connection.server.apiRequests()).toEqual([postPolicy, listPolicies]);
  });

  test("is looked for no further than the page that shows it", async () => {
    const connection = await start(220);
    expect(await create(connection, conflicting(70))).toContain(`adopt ${idOf(70)}`);
    expect(lists(connection)).toBe(2);
  });

  test("shares one listing with all others, however many a run meets", async () => {
    const connection = await start(220);
    const indexes = Array.from({ length: 220 }, (_, index) => (index * 37) % 220);
    const messages = await Promise.all(
      indexes.map((index) => create(connection, conflicting(index))),
    );
    for (const [position, index] of indexes.entries()) {
      expect(messages[position]).toContain(`\`adopt ${idOf(index)}\``);
    }
    expect(lists(connection)).toBe(5);
  });

  test("is found by a later conflict after a listing that did not have it", async () => {
    const connection = await start(1);
    await create(connection);
    manyPolicies(connection.server, 2);
    await connection.clock.sleep(16_000);
    expect(await create(connection, conflicting(1))).toContain(`\`adopt ${idOf(1)}\``);
  });
});

describe("a conflict stays what it is, with a command for any id,", () => {
  const anyId =
    /: 409 Conflict: .* already exists; it conflicts with another RateLimitPolicy, whose id is unknown \((.*)\): adopt it with `adopt <id>` or, if this resource replaces it, set the option deleteBeforeReplace: true \[correlation id/;
  const reasonIn = (message: string) => anyId.exec(message)?.[1];

  test("where the application may not list", async () => {
    const connection = await start(1, { scopes: ["create:rate_limit_policies"] });
    const messages = [await create(connection), await create(connection)];
    for (const message of messages) {
      expect(reasonIn(message)).toContain("grant the scope read:rate_limit_policies");
    }
    expect(lists(connection)).toBe(1);
  });

  test.each([
    ["is broken", { status: 200, body: { errors: [] } }, "the response is not a list of objects"],
    ["fails", { status: 503 }, "the service failed"],
  ])("where the list %s", async (_what, answer, reason) => {
    const connection = await start(1);
    connection.server.answer = ({ route }) => (route === listPolicies ? answer : undefined);
    expect(reasonIn(await create(connection))).toContain(reason);
  });

  test("where the list takes too long", async () => {
    const connection = await start(220);
    connection.server.answer = ({ route }) => {
      if (route === listPolicies) void connection.clock.sleep(6_000);
      return undefined;
    };
    expect(reasonIn(await create(connection, conflicting(219)))).toBe("the list took too long");
    expect(lists(connection)).toBeLessThan(5);
  });

  test("where the list does not have it", async () => {
    const connection = await start(1);
    connection.server.answer = ({ route }) =>
      route === listPolicies ? { body: { rate_limit_policies: [] } } : undefined;
    expect(reasonIn(await create(connection))).toBe(`the tenant lists none with ${samePolicyKey}`);
  });

  test("where the run is interrupted, without another request", async () => {
    const connection = await start(1);
    connection.session.api.transport.interrupted = true;
    expect(reasonIn(await create(connection))).toBe("the run was interrupted");
    expect(connection.server.apiRequests()).toEqual([postPolicy]);
  });
});

test("a used-up quota with 409 is no conflict, and nothing is looked for", async () => {
  const connection = await start(1);
  const body = { statusCode: 409, error: "Conflict", errorCode: "limit_exceeded" };
  connection.server.answer = ({ route }) =>
    route === postPolicy ? { status: 409, body } : undefined;
  expect(await create(connection)).toContain("a quota of the tenant is used up");
  expect(connection.server.apiRequests()).toEqual([postPolicy]);
});

describe("an object of another resource of the run", () => {
  const managed = `another resource of this stack has ${samePolicyKey}`;

  test("is not to be adopted where this run has created it", async () => {
    const connection = await connect();
    const { id } = await engine(policies, connection.session).create(policy());
    const message = await create(connection, configured({ action: "allow" }));
    expect(message).toContain(`; ${managed} (${id}): ${replaceOption}; if not, remove one of`);
    expect(message).not.toContain("adopt");
  });

  test("is found though an earlier conflict has listed the tenant before it was created", async () => {
    const connection = await start(1);
    await create(connection);
    await engine(policies, connection.session).create(policy());
    expect(await create(connection, configured({ action: "allow" }))).toContain(managed);
  });

  test("is not to be adopted where the response to its create is still to come", async () => {
    const connection = await connect();
    const { server, session } = connection;
    server.addFault({ kind: "drop", when: "after", route: postPolicy });
    const first = engine(policies, session).create(policy());
    const second = engine(policies, session).create(configured({ action: "allow" }));
    const outcomes = await Promise.allSettled([first, second]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(String(refused?.reason)).toContain(managed);
    expect(String(refused?.reason)).not.toContain("adopt");
    expect(server.policies.size).toBe(1);
  });
});

describe("streams", () => {
  const conflict = { status: 409, body: { statusCode: 409, error: "Conflict", message: "Exists" } };

  async function occupied(ids: string[]): Promise<Connection> {
    const connection = await connect();
    for (const id of ids) foreign(connection, id, 0).name = "basic";
    connection.server.answer = ({ route }) => (route === postStream ? conflict : undefined);
    return connection;
  }
  const createStream = ({ session }: Connection, program = stream()) =>
    messageOf(engine(streams, session).create(program));

  test("with the same name are all named, and the user chooses", async () => {
    const ids = ["est_one", "est_two", "est_three"];
    const message = await createStream(await occupied(ids));
    expect(message).toContain(
      `; the objects ${ids.join(", ")} have the same name: adopt the right one with \`adopt <id>\` or, ${replaceOption}`,
    );
  });

  test("with the same name are named without those of this run", async () => {
    const connection = await occupied(["est_one", "est_two"]);
    connection.session.claim("est_one");
    expect(await createStream(connection)).toContain(
      "EventStream est_two has the same name: adopt",
    );
  });

  test("without a name have no natural key, so nothing is looked for", async () => {
    const connection = await occupied(["est_one"]);
    const { name: _, ...program } = stream();
    expect(await createStream(connection, program)).toContain(
      `409 Conflict: Exists; it conflicts with another EventStream: adopt it with \`adopt <id>\` or, ${replaceOption}`,
    );
    expect(connection.server.apiRequests()).toEqual([postStream]);
  });

  test("with an id of another form are named, but no command contains the id", async () => {
    const message = await createStream(await occupied(["$(reboot)\n"]));
    expect(message).toContain(
      'EventStream "$(reboot)\\n" has the same name: adopt it with `adopt <id>`',
    );
  });

  test("are looked for on the list of streams", async () => {
    const connection = await occupied(["est_one"]);
    await createStream(connection);
    expect(connection.server.apiRequests()).toEqual([postStream, listStreams]);
  });
});
