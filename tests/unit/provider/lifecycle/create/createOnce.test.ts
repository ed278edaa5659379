import { describe, expect, test } from "@jest/globals";
import type { Fault } from "../../../../../emulator/src";
import { InitFailed } from "../../../../../provider/lifecycle/stateFromResponse";
import { engine } from "../../../../support/engine/engine";
import {
  listStreams,
  made,
  messageOf,
  postStream,
  skewed,
  streams,
  unnamed,
  withPassword,
} from "../../../../support/faults/lostCreates";
import { connect } from "../../../../support/tenant/connect";
import { hold, pause } from "../../../../support/tenant/hold";
import { stream } from "../../../../support/values/eventStream";
import { jsonCopy } from "../../../../support/values/inputs";

const limits = { maxConcurrency: 8, maxRetries: 10, timeoutMs: 60_000 };

describe.each(made)("a create of $name", (kind) => {
  const { name, definition, post, list, make, stored } = kind;

  // The matrix of faults tests the other faults.
  const found = [post, list];
  // The last search is for a second object, in case Auth0 completed the first POST late.
  const repeated = [post, list, post, list];
  test.each<[string, Omit<Fault, "route">, string[]]>([
    ["a lost connection after the work", { kind: "drop", when: "after" }, found],
    ["504 after the work", { kind: "status", status: 504, when: "after" }, found],
    ["504 4 s before the work", { kind: "status", status: 504, when: "late", lateMs: 4000 }, found],
    ["408 4 s before the work", { kind: "status", status: 408, when: "late", lateMs: 4000 }, found],
    [
      "Cloudflare's 524 4 s before the work",
      { kind: "html", status: 524, when: "late", lateMs: 4000 },
      found,
    ],
    ["a lost connection without the work", { kind: "drop" }, repeated],
    ["503 without the work", { kind: "status", status: 503 }, repeated],
  ])("that gets %s ends with one object", async (_what, fault, requests) => {
    const connection = await connect();
    connection.server.addFault({ ...fault, route: post });
    const { id, outs } = await make(connection);
    expect(connection.server.apiRequests()).toEqual(requests);
    expect(stored(connection)).toEqual([expect.objectContaining({ id })]);
    expect(outs.createdAt).toEqual(expect.any(String));
  });

  test("that is lost in an interrupted run is searched for and not repeated", async () => {
    const connection = await connect();
    connection.server.addFault({ kind: "drop", route: post });
    connection.api.transport.interrupted = true;
    await expect(make(connection)).rejects.toThrow("The tenant has no matching object");
    expect(connection.server.apiRequests()).toEqual([post, list]);
  });

  test("that is lost in an interrupted run is found after a 429 of another request", async () => {
    const connection = await connect();
    const { api, clock, server } = connection;
    const { sleep } = clock;
    server.addFault({ kind: "drop", when: "after", route: post });
    clock.sleep = async (ms) => {
      if (!server.apiRequests().includes(post)) return sleep(ms);
      clock.sleep = sleep;
      api.transport.interrupted = true;
      server.addFault({ kind: "status", status: 429, route: list });
      expect(await messageOf(api.send(definition.list))).toContain("429");
      await sleep(ms);
    };
    await make(connection);
    expect(stored(connection)).toHaveLength(1);
  });

  test.each([
    ["every POST is lost", Number.POSITIVE_INFINITY],
    ["the last POST waits after a 429", 240_000],
  ])("ends within its five minutes if %s", async (_case, refusedAfterMs) => {
    const connection = await connect({}, { limits: { ...limits, maxRetries: 1000 } });
    const { clock, server } = connection;
    const started = clock.now();
    server.respond = ({ route }) => {
      if (route !== post) return undefined;
      return { status: clock.now() - started < refusedAfterMs ? 503 : 429 };
    };
    expect(await messageOf(make(connection))).toMatch(/ (503|429)/);
    expect(clock.now() - started).toBeLessThan(330_000);
  });

  test("has one correlation id for all of its POSTs, and a second create has a different one", async () => {
    const connection = await connect();
    connection.server.addFault({ kind: "status", status: 429, route: post });
    connection.server.addFault({ kind: "status", status: 503, route: post, times: 2 });
    await make(connection);
    const another = { ...kind.first, ...kind.unique("another") };
    await engine(kind.resource, connection.session).create(another);
    const ids = connection.server.requests
      .filter(({ kind, method }) => kind === "api" && method === "POST")
      .map(({ headers }) => headers["x-correlation-id"]);
    expect(ids).toHaveLength(5);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(new Set(ids).size).toBe(2);
  });

  test("that finds nothing after any attempt says so and advises a rerun", async () => {
    const connection = await connect({}, { limits: { ...limits, maxRetries: 2 } });
    connection.server.addFault({ kind: "drop", route: post, times: 0 });
    expect(await messageOf(make(connection))).toMatch(
      /: no response \(ECONNRESET\).\nThe tenant has no matching object. Run `pulumi up` again.\nCorrelation ID: pulumi-/,
    );
    expect(connection.server.apiRequests()).toEqual([post, list, post, list, post, list]);
  });

  test.each<[string, Omit<Fault, "route">]>([
    ["nothing", { kind: "empty" }],
    ["a web page", { kind: "html", status: 200 }],
    ["an object without a list", { kind: "status", status: 200, body: { total: 0 } }],
  ])("is not repeated if the list is %s", async (_what, fault) => {
    const connection = await connect();
    connection.server.addFault({ kind: "drop", when: "after", route: post });
    connection.server.addFault({ ...fault, route: list, times: 0 });
    const message = await messageOf(make(connection));
    expect(message).toContain(
      `Look for a new ${name} in the tenant before you run \`pulumi up\` again`,
    );
    expect(connection.server.apiRequests().filter((one) => one === post)).toHaveLength(1);
  });

  test.each([-5, 5])("is found if Auth0's clock differs by %d hours", async (hours) => {
    const connection = await skewed(hours * 3_600_000);
    connection.server.addFault({ kind: "drop", when: "after", route: post });
    const { id } = await make(connection);
    expect(stored(connection).map((one) => one.id)).toEqual([id]);
  });
});

test("a create sends nothing while it waits after a 429, a timeout and a failed search", async () => {
  const { server, session, clock } = await connect();
  server.addFault({ kind: "status", status: 429, route: postStream });
  server.addFault({ kind: "status", status: 504, route: postStream });
  server.addFault({ kind: "status", status: 503, route: listStreams });
  const waits: string[][] = [];
  const { sleep } = clock;
  clock.sleep = async (ms) => {
    const before = server.apiRequests().length;
    await pause(server);
    waits.push(server.apiRequests().slice(before));
    await sleep(ms);
  };
  await engine(streams, session).create(unnamed());
  expect(waits).toEqual([[], [], [], []]);
  const [post, search] = [postStream, listStreams];
  expect(server.apiRequests()).toEqual([post, post, search, search, post, search]);
});

describe("concurrent creates", () => {
  test("that look different run concurrently", async () => {
    const connection = await connect();
    const { server, session } = connection;
    // The first create shows that there is no rate limit, so the others wait for nothing else.
    await engine(streams, session).create(stream({ name: "first" }));
    const names = ["c", "d", "e"].map((name) => stream({ name }));
    const posts = hold(server, postStream);
    const creates = Promise.all(names.map((one) => engine(streams, session).create(one)));
    await posts.arrived(names.length);
    const together = server.apiRequests().filter((one) => one === postStream);
    posts.release();
    await creates;
    expect(together).toHaveLength(1 + names.length);
    expect(server.streams.size).toBe(1 + names.length);
  });

  test("that look the same do not wait for a failed one", async () => {
    const connection = await connect();
    const { server, session } = connection;
    server.addFault({ kind: "status", status: 400, route: postStream });
    const ends = await Promise.allSettled(
      ["one", "two"].map((one) => engine(streams, session).create(withPassword(one))),
    );
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(server.streams.size).toBe(1);
  });
});

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each<[string, (id: string) => string]>([
  ["a number for a time", (id) => `{"id":"${id}","created_at":5}`],
  ["a huge number for a time", (id) => `{"id":"${id}","created_at":1e300}`],
  ["an object for a time", (id) => `{"id":"${id}","updated_at":{"s":1}}`],
  ["a time in 1,000 lists", (id) => `{"id":"${id}","created_at":${deep(1000)}}`],
  ["a time in 100,000 lists", (id) => `{"id":"${id}","created_at":${deep(100_000)}}`],
])(
  "an object in a response with %s stays in the state, and the next up repairs it",
  async (_what, answer) => {
    for (const { post, make, stored, resource, first } of made) {
      const connection = await connect();
      const { server, session } = connection;
      server.respond = ({ route }) =>
        route === post
          ? { after: true, body: (made: { id: string }) => answer(made.id) }
          : undefined;
      const failed = await make(connection).then(
        () => undefined,
        (error: unknown) => error as InitFailed,
      );
      expect(failed).toBeInstanceOf(InitFailed);
      expect(failed?.message).toMatch(
        /^[^\n]{1,300} was written, but the response can't be read[^\n]{1,300}\n[^\n]{1,300}$/,
      );
      expect(stored(connection).map(({ id }) => id)).toEqual([failed?.id]);
      expect(failed?.outs).toMatchObject({ tenant: session.api.domain });

      server.respond = undefined;
      server.clearRequests();
      const { id = "", outs = {} } = failed ?? {};
      const partial = { id, inputs: first, outs: jsonCopy(outs) };
      const repaired = await engine(resource, session).update(partial, first);
      expect(repaired.outs.createdAt).toEqual(expect.any(String));
      expect(await engine(resource, session).drift(repaired)).toEqual([]);
      expect(new Set(server.apiRequests().map((one) => one.split(" ")[0]))).toEqual(
        new Set(["GET"]),
      );
    }
  },
);
