import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { ApiError } from "../../../../provider/api/apiError";
import type { SendOptions } from "../../../../provider/api/managementApi";
import type { Operation } from "../../../../provider/api/operation";
import { maxTotalMs, maxUnreachableRetries } from "../../../../provider/api/retry";
import type { Wait } from "../../../../provider/api/waitNotice";
import { connect, connectTo, openTenant } from "../../../support/tenant/connect";

afterEach(() => {
  jest.restoreAllMocks();
});

const list: Operation = { route: "GET /rate-limit-policies", scopes: ["read:rate_limit_policies"] };
const post: Operation = {
  route: "POST /rate-limit-policies",
  scopes: ["create:rate_limit_policies"],
};
const maxRetries = 10;

interface Answer {
  status: number;
  headers?: Record<string, string>;
}
const broken = "broken";

/** A server that sends these responses in order, and then repeats the last one. */
async function answering(...answers: (Answer | typeof broken)[]) {
  let count = 0;
  const connection = await connectTo((request, response) => {
    const answer = answers[Math.min(count++, answers.length - 1)];
    if (answer === undefined || answer === broken) {
      request.socket.destroy();
      return;
    }
    // The fake clock differs from the real one that the header would show.
    response.sendDate = false;
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(JSON.stringify({ status: answer.status }));
  });
  const send = (operation: Operation, options?: SendOptions) =>
    connection.api.send(operation, options);
  return { ...connection, send };
}

const errorOf = async (request: Promise<unknown>) => {
  const error = await request.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error("the request did not fail");
  return error;
};

/** Whether Auth0 may have performed a request, according to its error. */
const mayHaveRun = async (request: Promise<unknown>) => (await errorOf(request)).mayHaveRun;

describe("a request", () => {
  test("is retried until a final response", async () => {
    const { send, seen, clock } = await answering({ status: 503 }, broken, { status: 200 });
    expect(await send(list)).toEqual({ status: 200 });
    expect(seen).toHaveLength(3);
    expect(clock.slept).toEqual([500, 1000]);
  });

  test("is not repeated once the run is interrupted", async () => {
    const { send, seen, api, clock } = await answering({ status: 503 });
    api.transport.interrupted = true;
    expect(await errorOf(send(list))).toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  test("is not repeated if the run is interrupted while it waits", async () => {
    const { send, seen, api, clock } = await answering({ status: 503 });
    jest.spyOn(clock, "sleep").mockImplementation(async () => {
      await new Promise(setImmediate);
      api.transport.interrupted = true;
    });
    expect(await errorOf(send(list))).toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
  });

  test("that waits because of a 429 is not sent once the run is interrupted", async () => {
    const { send, seen, api } = await answering({ status: 429 }, { status: 200 });
    const refused = errorOf(send(post));
    const waiting = [
      errorOf(send(post)),
      errorOf(send(list)),
      send(list, { evenIfInterrupted: true }),
    ];
    api.transport.interrupted = true;
    expect(await refused).toMatchObject({ status: 429 });
    const notSent = {
      mayHaveRun: false,
      message: expect.stringMatching(/: not sent, because the run /),
    };
    expect(await Promise.all(waiting)).toMatchObject([notSent, notSent, { status: 200 }]);
    expect(seen).toHaveLength(2);
  });

  test("that waits for its turn without a 429 is sent, even if the run is interrupted", async () => {
    const { send, seen, api } = await answering({ status: 200 });
    const sent = [send(post), send(post), send(list)];
    api.transport.interrupted = true;
    expect(await Promise.all(sent)).toHaveLength(3);
    expect(seen).toHaveLength(3);
  });

  test("passes on any other error right away", async () => {
    const { send, api } = await answering({ status: 200 });
    const exchange = jest.spyOn(api.transport, "exchange");
    exchange.mockRejectedValue(new TypeError("no function"));
    await expect(send(list)).rejects.toThrow("no function");
    expect(exchange).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Answer | typeof broken]>([
    ["503", { status: 503 }],
    ["429", { status: 429, headers: { "retry-after": "0" } }],
    ["a broken connection", broken],
  ])("fails after the last retry, with %s", async (_what, last) => {
    const { send, seen, clock } = await answering({ status: 200 }, last);
    await send(list);
    const { status } = await errorOf(send(list));
    expect(status).toBe(last === broken ? undefined : last.status);
    expect(seen).toHaveLength(1 + 1 + maxRetries);
    expect(clock.slept).toHaveLength(maxRetries);
  });

  test("to a host that has never responded is retried only a few times", async () => {
    const { settings } = await answering(broken);
    const nowhere = { domain: "127.0.0.1:1", origin: "http://127.0.0.1:1" };
    const { api } = openTenant({ ...settings, ...nowhere });
    const exchange = jest.spyOn(api.transport, "exchange");
    expect(await mayHaveRun(api.send(list))).toBe(false);
    expect(exchange).toHaveBeenCalledTimes(1 + maxUnreachableRetries);
  });

  test("starts no attempt after its deadline", async () => {
    const { send, seen, clock } = await answering({ status: 503 });
    await errorOf(send(list, { deadline: clock.now() + 1600 }));
    expect(clock.slept).toEqual([500, 1000]);
    expect(seen).toHaveLength(3);
  });

  test("waits no longer than the maximum time in total", async () => {
    const answer = { status: 429, headers: { "retry-after": "60" } };
    const { send, clock } = await answering(answer);
    expect(await errorOf(send(list))).toMatchObject({ status: 429 });
    const total = clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBe(maxTotalMs);
    expect(clock.slept.length).toBeLessThan(maxRetries);
  });
});

test.each<[string, number, number]>([
  ["a 429, which is remembered", 429, 1],
  ["a 503, which is not", 503, 3],
])("a wait of more than a minute fails right away after %s", async (_what, status, requests) => {
  const { api, seen, clock, send } = await answering({ status, headers: { "retry-after": "61" } });
  const message = expect.stringContaining(
    "Auth0 rejects requests until 2026-11-20 12:01:01 UTC. Try again then.",
  );
  const failed = [send(list), send(list), send(list)].map(errorOf);
  expect(await Promise.all(failed)).toMatchObject(Array(3).fill({ status, message }));
  expect([clock.slept, seen.length]).toEqual([[], requests]);

  clock.advance(61_000);
  await errorOf(api.send(list));
  expect(seen).toHaveLength(requests + 1);
});

test("a rejection after a lost response leaves the request uncertain", async () => {
  const { send, api } = await answering(broken, { status: 409 });
  const put: Operation = { route: "PUT /guardian/factors/x", scopes: ["update:guardian_factors"] };
  expect(await errorOf(send(put))).toMatchObject({ status: 409, mayHaveRun: true });
  expect(await errorOf(api.send(put))).toMatchObject({ status: 409, mayHaveRun: false });
});

test("a wait names its reason and ends if the request fails", async () => {
  const { server, api, clock } = await connect();
  const tokens = [{ status: 429, body: {} }, undefined, { status: 503 }];
  const answers = [undefined, ...[503, 401, 400].map((status) => ({ status, body: {} }))];
  server.respond = ({ kind }) => (kind === "token" ? tokens : answers).shift();
  server.addFault({ kind: "drop", route: list.route });
  const begin = jest.spyOn(api.transport.waitNotice, "begin");
  const stop = jest.spyOn(globalThis, "clearInterval");
  const reasons: string[] = [];
  const { sleep } = clock;
  clock.sleep = (ms) => {
    const wait = begin.mock.results[0]?.value as Wait;
    reasons.push(wait.reason());
    return sleep(ms);
  };
  await errorOf(api.send(list));
  expect(reasons).toEqual([
    "an access token (waiting for another attempt after status 429, in 1 s)",
    "another attempt after no response (ECONNRESET), in 1 s",
    "another attempt after status 503, in 1 s",
    "an access token (waiting for another attempt after status 503, in 1 s)",
  ]);
  expect(stop).toHaveBeenCalledTimes(1);
});
