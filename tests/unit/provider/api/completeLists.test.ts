import { describe, expect, test } from "@jest/globals";
import { listAll } from "../../../../provider/api/listPages";
import type { Operation } from "../../../../provider/api/operation";
import { eventStream } from "../../../../provider/resources";
import { engine } from "../../../support/engine/engine";
import { messageOf, postStream, streams } from "../../../support/faults/lostCreates";
import { connect, connectTo } from "../../../support/tenant/connect";
import { manyStreams, streamIdOf } from "../../../support/tenant/many";
import { stream } from "../../../support/values/inputs";

const list = eventStream.list as Operation;
const times = { created_at: "2020-11-20T12:00:00.000Z", updated_at: "2020-11-20T12:00:00.000Z" };
const fifty = Array.from({ length: 50 }, (_, n) => ({ id: streamIdOf(n), ...times }));

/** Lists by `answer`; returns 404 for every single object, as a gateway without a route does; loses the first POST. */
function listing(answer: (query: URLSearchParams, request: number) => unknown) {
  let requests = 0;
  let posts = 0;
  return connectTo((request, response, body) => {
    if (request.method === "POST") {
      if (++posts === 1) return request.socket.destroy();
      return response.end(JSON.stringify({ ...JSON.parse(body), id: streamIdOf(99), ...times }));
    }
    const { searchParams, search } = new URL(request.url ?? "", "http://localhost");
    if (search) return response.end(JSON.stringify(answer(searchParams, requests++)));
    response.statusCode = 404;
    return response.end(JSON.stringify({ message: "no Route matched with those values" }));
  });
}

const partial: [string, (query: URLSearchParams, request: number) => unknown][] = [
  ["the first page again and again", () => ({ eventStreams: fifty, next: "same" })],
  [
    "the first page with new checkpoints",
    (_query, n) => ({ eventStreams: fifty, next: `cursor-${n}` }),
  ],
  ["the first page as an array", () => fifty],
  ["no objects, and always the same checkpoint", () => ({ eventStreams: [], next: "same" })],
  [
    "one page, then empty ones with new checkpoints",
    (query, n) => ({ eventStreams: query.has("from") ? [] : fifty, next: `cursor-${n}` }),
  ],
  [
    "one page, then an array",
    (query) => (query.has("from") ? [] : { eventStreams: fifty, next: "c" }),
  ],
  ["fewer objects than it counts", () => ({ total: 120, eventStreams: fifty })],
];

describe.each(partial)("a list that shows %s", (_what, answer) => {
  test("does not prove that an object is absent", async () => {
    const { api, session, seen } = await listing(answer);
    const outs = { ...stream(), tenant: api.domain };
    for (const work of [streams.read, streams.delete]) {
      expect(await messageOf(work(session, streamIdOf(77), outs))).toContain(
        "whether the object is gone is unknown: GET /event-streams: the list may be incomplete",
      );
    }
    expect(seen.length).toBeLessThan(30);
  });

  test("does not let a lost create be sent again", async () => {
    const { session, seen } = await listing(answer);
    expect(await messageOf(engine(streams, session).create(stream()))).toContain(
      "it is unknown whether it was created",
    );
    expect(seen.filter((one) => one.startsWith("POST"))).toHaveLength(1);
  });
});

test("an empty page with a checkpoint is not the end", async () => {
  const { api } = await listing((query) =>
    query.has("from") ? { eventStreams: [{ id: streamIdOf(1) }] } : { eventStreams: [], next: "c" },
  );
  expect((await listAll(api, list)).map(({ id }) => id)).toEqual([streamIdOf(1)]);
});

test("a lost create is sent again, although other creates change a list of several pages", async () => {
  const { server, session } = await connect();
  manyStreams(server, 60);
  server.addFault({ route: postStream, kind: "drop", skip: 3 });
  server.set({ latencyMs: 10 });
  const left = Array.from({ length: 60 }, (_, n) => `new ${n}`);
  const worker = async () => {
    for (let name = left.shift(); name; name = left.shift())
      await engine(streams, session).create(stream({ name }));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(server.streams.size).toBe(120);
});
