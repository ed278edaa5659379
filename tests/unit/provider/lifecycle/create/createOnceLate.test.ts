import { describe, expect, test } from "@jest/globals";
import { InitFailed } from "../../../../../provider/lifecycle/stateFromResponse";
import { engine } from "../../../../support/engine/engine";
import {
  listStreams,
  lose,
  messageOf,
  postStream,
  streams,
  unnamed,
} from "../../../../support/faults/lostCreates";
import { type Connection, connect } from "../../../../support/tenant/connect";
import { stream } from "../../../../support/values/eventStream";
import { jsonCopy } from "../../../../support/values/inputs";

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as InitFailed,
  );

const limits = { maxConcurrency: 8, timeoutMs: 60_000 };
const late = { route: postStream, kind: "status", status: 504, when: "late" } as const;

describe("a duplicate stream, from a first POST that Auth0 completed late,", () => {
  test("is reported by its id, and the other stream is in the state", async () => {
    const connection = await connect();
    const { server, session } = connection;
    // It arrives after the second POST and before the last search.
    server.addFault({ ...late, lateMs: 8000 });
    const failed = await failureOf(engine(streams, session).create(unnamed()));
    expect(failed).toBeInstanceOf(InitFailed);
    const other = [...server.streams.keys()].find((id) => id !== failed?.id);
    expect(server.streams.size).toBe(2);
    expect(failed?.message).toMatch(
      new RegExp(
        `^POST /event-streams \\(.*\\): 504 .*\\.\nThe request was sent again, and EventStream ${failed?.id} was created\\.\nThe first attempt may have created a duplicate: ${other}\\.\nUnless someone else created it, delete it, and run .pulumi up. again\\.\nCorrelation ID: `,
      ),
    );
    expect(server.apiRequests()).toEqual([postStream, listStreams, postStream, listStreams]);

    server.clearRequests();
    const { id = "", outs = {} } = failed ?? {};
    const partial = { id, inputs: jsonCopy(unnamed()), outs: jsonCopy(outs) };
    const next = await engine(streams, session).update(partial, unnamed());
    expect(next.outs.createdAt).toEqual(expect.any(String));
    expect(server.apiRequests()).toEqual([`GET /event-streams/${id}`]);
  });

  test("is reported as possible if the last search fails", async () => {
    const { server, session } = await connect();
    server.addFault({ ...late, lateMs: 8000 });
    server.addFault({ kind: "status", status: 403, route: listStreams, skip: 1 });
    const failed = await failureOf(engine(streams, session).create(unnamed()));
    expect(failed?.id).toMatch(/^est_/);
    expect(failed?.message).toMatch(
      /The first attempt may have created a duplicate\. Look for a duplicate EventStream in the tenant, and run `pulumi up` again\.\nThe search for it failed: .*403/,
    );
  });
});

describe("a service whose timestamps differ from its Date", () => {
  const seconds = [-60, -10, -5, -3, -1, 0, 1, 3, 5, 10, 60];
  const skewed = (skew: number) => connect({ clockSkewMs: -skew * 1000 });
  /** Objects and messages of a create whose response is lost. */
  async function lost(connection: Connection, when: "before" | "after") {
    lose(connection, when);
    const failed = await failureOf(engine(streams, connection.session).create(unnamed()));
    return failed?.message ?? "made";
  }

  const cases = seconds.flatMap((skew) => [true, false].map((known) => ({ skew, known })));

  test.each(cases)(
    "by $skew s (known from an earlier create: $known) leaves one object, or names the object",
    async ({ skew, known }) => {
      const connection = await skewed(skew);
      if (known) await engine(streams, connection.session).create(stream({ name: "first" }));
      const message = await lost(connection, "after");
      const [id, ...others] = [...connection.server.streams.keys()].slice(known ? 1 : 0);
      expect(others).toEqual([]);
      if (skew >= 0) expect(message).toBe("made");
      else expect(message).toContain(`It may have been created as ${id}`);
    },
  );

  test("by ten minutes, unknown until the second POST, causes two objects and a warning", async () => {
    const connection = await skewed(-600);
    const message = await lost(connection, "after");
    const [id, ...others] = connection.server.streams.keys();
    expect(others).toHaveLength(1);
    expect(message).toContain(`The first attempt may have created a duplicate: ${id}.`);
  });
});

test("a create that times out in every attempt says to look before running again", async () => {
  const { server, session } = await connect({}, { limits: { ...limits, maxRetries: 0 } });
  server.addFault({ ...late, lateMs: 30_000 });
  expect(await messageOf(engine(streams, session).create(unnamed()))).toContain(
    "The tenant doesn't list it yet, but Auth0 may still complete it.\nLook for a new EventStream in the tenant before you run `pulumi up` again.",
  );
});
