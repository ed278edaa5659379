import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Fault, Tenant } from "../../../../../emulator/src";
import type { Props } from "../../../../../provider/shared/json";
import { engine } from "../../../../support/engine/engine";
import {
  listStreams,
  passwordOf,
  postStream,
  streams,
} from "../../../../support/faults/lostCreates";
import { randomRuns } from "../../../../support/sample";
import { connect, openTenant } from "../../../../support/tenant/connect";
import { pause } from "../../../../support/tenant/hold";
import { authorized } from "../../../../support/values/eventStream";

/** Programs that one object could match, because some set what another leaves to Auth0. */
const {
  name: _,
  subscriptions,
  ...shortest
} = authorized({
  method: "basic",
  username: "tenant",
  password: "canary-password-a",
});
const secret = (letter: string, more: object = {}): Props =>
  JSON.parse(
    JSON.stringify({ ...shortest, ...more }).replace("password-a", `password-${letter}`),
  ) as Props;
const programs = {
  a: secret("a"),
  b: secret("b", { name: "fuller" }),
  c: secret("c", { name: "fullest", subscriptions }),
  d: secret("d", { subscriptions }),
};
type Letter = keyof typeof programs;

const postResults = {
  "no fault": undefined,
  "lost before the work": { kind: "drop" },
  "lost after the work": { kind: "drop", when: "after" },
  "late by two requests": { kind: "status", status: 504, when: "late", lateRequests: 2 },
  "late by four requests": { kind: "status", status: 504, when: "late", lateRequests: 4 },
  "dropped and late": { kind: "drop", when: "late", lateRequests: 3 },
  "failed and late": { kind: "status", status: 500, when: "late", lateRequests: 3 },
} satisfies Record<string, Omit<Fault, "route"> | undefined>;
type PostResult = keyof typeof postResults;

/** A response that arrives after a pause. */
const paused = (server: Tenant) => ({
  after: true,
  body: (body: object) => pause(server).then(() => body),
});

/** Creates all concurrently; the n-th POST has the n-th result, and the list responds early or late. */
async function run(order: Letter[], posts: PostResult[], slowList: boolean) {
  const connection = await connect();
  const { server, session } = connection;
  posts.forEach((result, skip) => {
    const fault = postResults[result];
    if (fault) server.addFault({ route: postStream, ...fault, skip });
  });
  server.respond = ({ route }) => (slowList && route === listStreams ? paused(server) : undefined);
  const ends = await Promise.allSettled(
    order.map((letter) => engine(streams, session).create(programs[letter])),
  );
  server.finishLateWork();
  return { ends, connection };
}

const letters = fc.shuffledSubarray(Object.keys(programs) as Letter[], { minLength: 2 });
const result = fc.constantFrom(...(Object.keys(postResults) as PostResult[]));

test("creates that one object could match each get a different one, in every order of responses", async () => {
  await fc.assert(
    fc.asyncProperty(
      letters,
      fc.array(result, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (order, posts, slowList) => {
        const { ends, connection } = await run(order, posts, slowList);
        const made = ends.map((end) =>
          end.status === "fulfilled" ? end.value.id : (end.reason as { id?: string }).id,
        );
        const ids = made.filter((id) => id !== undefined);
        expect(new Set(ids).size).toBe(ids.length);
        made.forEach((id, index) => {
          const letter = order[index];
          if (id) expect(passwordOf(connection, id)).toBe(`canary-password-${letter}`);
        });
        // An unmanaged object is named by an error, or was created after the last search.
        const messages = ends.flatMap((end) =>
          end.status === "rejected" ? [`${end.reason}`] : [],
        );
        const left = [...connection.server.streams.keys()].filter((id) => !ids.includes(id));
        const late = posts.filter((one) => one.includes("late")).length;
        const unnamed = left.filter((id) => !messages.some((message) => message.includes(id)));
        expect(unnamed.length).toBeLessThanOrEqual(late);
      },
    ),
    { numRuns: randomRuns(150) },
  );
});

test("a response with another resource's id is not a new object", async () => {
  const connection = await connect();
  const { server, session } = connection;
  const first = await engine(streams, session).create(programs.a);
  let posts = 0;
  // A cache repeats the earlier response, although Auth0 has created the object.
  server.respond = ({ route }) =>
    route === postStream && ++posts === 1
      ? { after: true, body: { ...server.streams.get(first.id) } }
      : undefined;
  const { id } = await engine(streams, session).create(secret("e"));
  expect(id).not.toBe(first.id);
  expect(passwordOf(connection, id)).toBe("canary-password-e");
  expect(server.streams.size).toBe(2);
});

test("a create does not take an object in the state", async () => {
  const connection = await connect();
  const { server, session, settings } = connection;
  const first = await engine(streams, session).create(programs.a);
  // The next run is another process, whose plan compares the state.
  const { session: next } = openTenant(settings, connection.clock);
  engine(streams, next).plan(first, programs.a);
  server.addFault({ route: postStream, kind: "drop" });
  const { id } = await engine(streams, next).create(secret("e"));
  expect(id).not.toBe(first.id);
  expect(passwordOf(connection, id)).toBe("canary-password-e");
});
