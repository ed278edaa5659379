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

describe("somebody else's object that looks like a lost one", () => {
  const second = 1000;
  const hour = 3600 * second;

  test("is not taken if this process has read it", async () => {
    const connection = await connect();
    const { server, session } = connection;
    const { id: theirs } = foreign(connection, "est_theirs0000000000000000", 0);
    await engine(streams, session).refresh({
      id: theirs,
      inputs: {},
      outs: { ...unnamed(), tenant: session.api.domain },
    });
    lose(connection, "before");
    const { id } = await engine(streams, session).create(unnamed());
    expect(id).not.toBe(theirs);
    expect(server.streams.size).toBe(2);
  });

  test.each([0, -5, 5])(
    "is not taken if it is much older, with a clock that differs by %d hours",
    async (hours) => {
      for (const when of ["before", "after"] as const) {
        const connection = await skewed(hours * hour);
        foreign(connection, "est_theirs", hours * hour - hour);
        lose(connection, when);
        const { id } = await engine(streams, connection.session).create(unnamed());
        expect(passwordOf(connection, id)).toBe("canary-password-1f6e");
        expect(connection.server.streams.size).toBe(2);
      }
    },
  );

  test("is named if it was created 1.5 s before", async () => {
    const connection = await connect();
    foreign(connection, "est_theirs", -1.5 * second);
    lose(connection, "before");
    const message = await messageOf(engine(streams, connection.session).create(unnamed()));
    expect(message).toContain(
      "It may have been created: est_theirs could be it. Delete it, or import it: `npx --no-install pulumi-auth0-native import --declared --run`.\nThen run again.\nCorrelation ID: ",
    );
    expect(connection.server.streams.size).toBe(1);
  });

  test("is named with the lost one if it is slightly older", async () => {
    const connection = await connect();
    const { server } = connection;
    foreign(connection, "est_theirs", -1.5 * second);
    lose(connection, "after");
    const message = await messageOf(engine(streams, connection.session).create(unnamed()));
    expect([...server.streams.keys()]).toHaveLength(2);
    for (const id of server.streams.keys()) expect(message).toContain(id);
  });

  test.each<[string, (made: StoredStream) => void, Props?]>([
    ["name", (made) => Object.assign(made, { name: "theirs" }), stream()],
    ["status", (made) => Object.assign(made, { status: "disabled" })],
    ["subscriptions", (made) => made.subscriptions?.pop()],
    [
      "endpoint",
      ({ destination }) =>
        Object.assign(destination.configuration, {
          webhook_endpoint: "https://theirs.example.com",
        }),
    ],
    [
      "method",
      ({ destination }) =>
        Object.assign(destination.configuration, {
          webhook_authorization: { method: "bearer", token: "theirs" },
        }),
    ],
  ])("is not a candidate if its %s differs", async (_what, change, program = unnamed()) => {
    const connection = await connect();
    change(foreign(connection, "est_theirs", 0));
    lose(connection, "before");
    const { id } = await engine(streams, connection.session).create(program);
    expect(passwordOf(connection, id)).toBe("canary-password-1f6e");
  });
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
    expect(message).toContain("It may have been created: est_like could be it");
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
