import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { WaitNotice } from "../../../../provider/api/waitNotice";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Begins requests, and collects the lines that the user sees. */
function start() {
  const lines: string[] = [];
  const logger = { info: (line: string) => lines.push(line), warn: () => undefined };
  const notice = new WaitNotice("a.auth0.com", logger, Date.now);
  return { lines, begin: (request: string) => notice.begin(request) };
}

const seconds = (count: number) => jest.advanceTimersByTime(1000 * count);

describe("the notice", () => {
  test("does not appear for a request that takes a few seconds", () => {
    const { lines, begin } = start();
    const wait = begin("GET /a");
    seconds(4);
    wait.end();
    seconds(60);
    expect(lines).toEqual([]);
  });

  test("appears after 5 seconds, and then every 30", () => {
    const { lines, begin } = start();
    begin("POST /event-streams");
    seconds(5);
    expect(lines).toEqual([
      "POST /event-streams (a.auth0.com): still waiting after 5 s for the rate limiter",
    ]);
    seconds(29);
    expect(lines).toHaveLength(1);
    seconds(1);
    expect(lines[1]).toContain("still waiting after 35 s");
    seconds(60);
    expect(lines).toHaveLength(4);
  });

  test("names the current reason of the wait", async () => {
    const { lines, begin } = start();
    const wait = begin("GET /a");
    seconds(4);
    const during = (reason: string, work: () => Promise<void>) => wait.during(() => reason, work);
    await during("a turn", async () => {
      await during("a response", async () => seconds(1));
      seconds(30);
    });
    seconds(30);
    expect(lines.map((line) => line.split("for ")[1])).toEqual([
      "a response",
      "a turn",
      "the rate limiter",
    ]);
  });

  test("names the oldest request and the number of the others", () => {
    const { lines, begin } = start();
    const [a] = ["GET /a", "GET /b"].map(begin);
    seconds(5);
    expect(lines).toEqual([
      "GET /a (a.auth0.com): still waiting after 5 s for the rate limiter (1 more request is waiting)",
    ]);
    begin("GET /c");
    a?.end();
    begin("GET /d");
    seconds(30);
    expect(lines[1]).toBe(
      "GET /b (a.auth0.com): still waiting after 35 s for the rate limiter (2 more requests are waiting)",
    );
  });

  test("appears after 30 seconds, even if another request is the oldest by then", () => {
    const { lines, begin } = start();
    const a = begin("GET /a");
    seconds(5);
    a.end();
    begin("GET /b");
    seconds(29);
    expect(lines).toHaveLength(1);
    seconds(1);
    expect(lines[1]).toContain("GET /b (a.auth0.com): still waiting after 30 s");
  });
});

describe("the timer", () => {
  test("is one for all requests, and stops with the last", () => {
    const { begin } = start();
    const a = begin("GET /a");
    const b = begin("GET /b");
    expect(jest.getTimerCount()).toBe(1);
    a.end();
    expect(jest.getTimerCount()).toBe(1);
    b.end();
    expect(jest.getTimerCount()).toBe(0);
  });

  test("keeps no process alive", () => {
    jest.useRealTimers();
    const set = jest.spyOn(globalThis, "setInterval");
    const wait = start().begin("GET /a");
    expect(set.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([
      false,
    ]);
    wait.end();
  });
});
