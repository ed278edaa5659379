import { describe, expect, test } from "@jest/globals";
import type { StoredPolicy, StoredStream } from "../../../../../emulator/src";
import type { Props } from "../../../../../provider/shared/json";
import { engine } from "../../../../support/engine/engine";
import {
  foreign,
  listPolicies,
  lose,
  made,
  messageOf,
  passwordOf,
  policies,
  postPolicy,
  skewed,
  streams,
  unnamed,
} from "../../../../support/faults/lostCreates";
import { type Connection, connect, connectTo } from "../../../../support/tenant/connect";
import { manyObjects } from "../../../../support/tenant/many";
import { storedObject } from "../../../../support/tenant/objects";
import { stream } from "../../../../support/values/eventStream";
import { kindNamed } from "../../../../support/values/kinds";
import { policy } from "../../../../support/values/rateLimitPolicy";

const hour = 3_600_000;

/** A create whose response is lost, beside somebody else's equal stream. */
interface Beside {
  /** When that stream was created, in milliseconds after the create began. */
  createdMs?: number;
  lost?: "before" | "after";
  /** The difference of Auth0's clock. */
  clockMs?: number;
  change?: (theirs: StoredStream) => void;
  program?: Props;
}

async function createBeside({ createdMs = 0, lost = "before", clockMs = 0, ...more }: Beside) {
  const connection = await skewed(clockMs);
  const theirs = foreign(connection, "est_theirs", clockMs + createdMs);
  more.change?.(theirs);
  lose(connection, lost);
  const created = engine(streams, connection.session).create(more.program ?? unnamed());
  const ids = () => [...connection.server.streams.keys()];
  return { connection, created, ids };
}

const configuredWith = (changes: object) => (theirs: StoredStream) =>
  void Object.assign(theirs.destination.configuration, changes);
const bearer = { webhook_authorization: { method: "bearer", token: "theirs" } };

test.each<[string, Beside]>([
  ["is much older", { createdMs: -hour }],
  ["is much older beside the lost one", { createdMs: -hour, lost: "after" }],
  ["is much older by a slow clock", { createdMs: -hour, clockMs: -5 * hour }],
  ["is much older by a fast clock", { createdMs: -hour, clockMs: 5 * hour, lost: "after" }],
  [
    "has another name",
    { change: (theirs) => void Object.assign(theirs, { name: "theirs" }), program: stream() },
  ],
  [
    "has another status",
    { change: (theirs) => void Object.assign(theirs, { status: "disabled" }) },
  ],
  ["has other subscriptions", { change: (theirs) => void theirs.subscriptions?.pop() }],
  ["has another endpoint", { change: configuredWith({ webhook_endpoint: "https://theirs.com" }) }],
  ["has another method", { change: configuredWith(bearer) }],
])("somebody else's stream that %s is not taken for a lost one", async (_, beside) => {
  const { connection, created, ids } = await createBeside(beside);
  expect(passwordOf(connection, (await created).id)).toBe("canary-password-1f6e");
  expect(ids()).toHaveLength(2);
});

test.each(["before", "after"] as const)(
  "somebody else's stream of 1.5 s before is named, if the create was lost %s the work",
  async (lost) => {
    const { created, ids } = await createBeside({ createdMs: -1500, lost });
    const message = await messageOf(created);
    expect(ids()).toHaveLength(lost === "before" ? 1 : 2);
    for (const id of ids()) expect(message).toContain(id);
    expect(message).toContain("import it: `npx --no-install pulumi-auth0-native import --declared");
  },
);

test("somebody else's stream that this process has read is not taken", async () => {
  const connection = await connect();
  const { server, session } = connection;
  const { id } = foreign(connection, "est_theirs0000000000000000", 0);
  const outs = { ...unnamed(), tenant: session.api.domain };
  await engine(streams, session).refresh({ id, inputs: {}, outs });
  lose(connection, "before");
  expect((await engine(streams, session).create(unnamed())).id).not.toBe(id);
  expect(server.streams.size).toBe(2);
});

describe("a conflict", () => {
  /** Somebody else's policy for the same consumers as `policy()`. */
  function occupy({ server, clock }: Connection, changes: Partial<StoredPolicy>): void {
    const created_at = new Date(clock.now()).toISOString();
    const found = storedObject(kindNamed("RateLimitPolicy"), "rlp_there", policy());
    const made = { ...found, created_at, updated_at: created_at, ...changes };
    server.policies.set("rlp_there", made as unknown as StoredPolicy);
  }

  test("after a lost response, with the late object of that request, is not an error", async () => {
    const connection = await connect();
    const { server, session } = connection;
    server.addFault({ kind: "drop", route: postPolicy });
    const posts = () => server.requests.filter(({ route }) => route === postPolicy).length;
    server.respond = ({ route }) => {
      if (route === postPolicy && posts() === 2) occupy(connection, {});
      return undefined;
    };
    const { id } = await engine(policies, session).create(policy());
    expect(id).toBe("rlp_there");
    expect(server.apiRequests()).toEqual([postPolicy, listPolicies, postPolicy, listPolicies]);
  });

  test.each<[string, Partial<StoredPolicy>]>([
    ["another configuration", { configuration: { action: "allow" } }],
    ["a time long before", { created_at: "2020-01-01T00:00:00Z" }],
  ])(
    "after a lost response, with an object of %s, says how to import it",
    async (_what, changes) => {
      const connection = await connect();
      const { server, session } = connection;
      occupy(connection, changes);
      server.addFault({ kind: "drop", route: postPolicy });
      expect(await messageOf(engine(policies, session).create(policy()))).toMatch(
        /^POST \/rate-limit-policies \(.*\): 409 Conflict: .* exists.\nRateLimitPolicy rlp_there has [\s\S]*import --declared --run`/,
      );
      expect([...server.policies.keys()]).toEqual(["rlp_there"]);
    },
  );
});

describe("a service without a Date header", () => {
  const { status, name, subscriptions, destination } = {
    ...stream({ status: "enabled" }),
    subscriptions: [{ event_type: "user.created" }, { event_type: "user.deleted" }],
    destination: {
      type: "webhook",
      configuration: {
        webhook_endpoint: "https://hooks.example.com/auth0",
        webhook_authorization: { method: "basic", username: "tenant" },
      },
    },
  } as Record<string, unknown>;
  const like = { id: "est_like", status, name, subscriptions, destination };

  /** Loses the first POST and responds to the second, without a Date header. */
  const quiet = (listed: object[]) => {
    let lost = false;
    return connectTo((request, response) => {
      response.sendDate = false;
      if (request.method === "GET") return response.end(JSON.stringify({ eventStreams: listed }));
      if (lost) return response.end(JSON.stringify({ ...like, id: "est_second" }));
      lost = true;
      return request.socket.destroy();
    });
  };

  test.each([
    ["with its time", [{ ...like, created_at: "2026-11-20T12:00:00.000Z" }]],
    ["without a time", [like]],
  ])("has every candidate named and none taken: %s", async (_what, listed) => {
    const { seen, session } = await quiet(listed);
    const message = await messageOf(engine(streams, session).create(stream()));
    expect(message).toContain("It may have been created as est_like");
    expect(seen).toEqual(["POST /api/v2/event-streams", "GET /api/v2/event-streams?take=50"]);
  });

  test("gets a second POST if it lists no candidate", async () => {
    const { session } = await quiet([{ ...like, name: "another" }]);
    expect((await engine(streams, session).create(stream())).id).toBe("est_second");
  });
});

test.each(
  made.flatMap((one) =>
    [
      [49, 1],
      // Two listings in a row, because a page may shift.
      [50, 4],
      [60, 4],
      [120, 6],
    ].map(([count = 0, pages = 0]) => ({ ...one, count, pages })),
  ),
)(
  "a lost create of $name among $count others is found on $pages pages",
  async ({ count, pages, ...kind }) => {
    const { make, post, list, stored } = kind;
    const connection = await connect();
    manyObjects(connection.server, kind, count);
    connection.server.addFault({ kind: "drop", when: "after", route: post });
    const { id } = await make(connection);
    expect(stored(connection).at(-1)?.id).toBe(id);
    expect(connection.server.apiRequests()).toEqual([post, ...Array(pages).fill(list)]);
  },
);
