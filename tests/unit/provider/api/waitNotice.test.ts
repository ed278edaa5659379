import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type Wait, WaitNotice } from "../../../../provider/api/waitNotice";
import { consoleLogger } from "../../../../provider/shared/logger";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Requests that end when the test says so, and the lines that are said meanwhile. */
function start() {
  const lines: string[] = [];
  const logger = { info: (line: string) => lines.push(line), warn: () => undefined };
  const waiting = new WaitNotice("a.auth0.com", logger, Date.now);
  const begin = (what: string) => {
    const hooks = {} as { wait: Wait; end: () => void; fail: (error: Error) => void };
    const done = waiting.during(what, (wait) => {
      hooks.wait = wait;
      return new Promise<void>((resolve, reject) => {
        hooks.end = resolve;
        hooks.fail = reject;
      });
    });
    done.catch(() => undefined);
    return { ...hooks, done };
  };
  return { lines, begin };
}

const seconds = (count: number) => jest.advanceTimersByTime(1000 * count);

describe("what is said of a wait", () => {
  test("is nothing in its first seconds", async () => {
    const { lines, begin } = start();
    const { end, done } = begin("GET /a");
    seconds(4);
    end();
    await done;
    seconds(60);
    expect(lines).toEqual([]);
  });

  test("is one line after 5 seconds, and one more every 30 from there", () => {
    const { lines, begin } = start();
    begin("POST /event-streams");
    seconds(5);
    expect(lines).toEqual([
      "POST /event-streams (a.auth0.com): after 5 s still waiting for its turn",
    ]);
    seconds(29);
    expect(lines).toHaveLength(1);
    seconds(1);
    expect(lines[1]).toContain("after 35 s still waiting");
    seconds(60);
    expect(lines).toHaveLength(4);
  });

  test("is what it waits for at that time", () => {
    const { lines, begin } = start();
    const { wait } = begin("GET /a");
    seconds(4);
    wait.reason = () => "an access token";
    seconds(1);
    wait.reason = () => "another try after status 503, in 8 s";
    seconds(30);
    expect(lines.map((line) => line.split("for ")[1])).toEqual([
      "an access token",
      "another try after status 503, in 8 s",
    ]);
  });

  test("names the oldest, and how many wait beside it, in one line for all", async () => {
    const { lines, begin } = start();
    const [a] = ["GET /a", "GET /b"].map(begin);
    seconds(5);
    expect(lines).toEqual([
      "GET /a (a.auth0.com): after 5 s still waiting for its turn (1 more waits)",
    ]);
    begin("GET /c");
    a?.end();
    await a?.done;
    begin("GET /d");
    seconds(30);
    expect(lines[1]).toBe(
      "GET /b (a.auth0.com): after 35 s still waiting for its turn (2 more wait)",
    );
  });

  test("waits for 30 seconds also where another request is the oldest by then", async () => {
    const { lines, begin } = start();
    const a = begin("GET /a");
    seconds(5);
    a.end();
    await a.done;
    begin("GET /b");
    seconds(29);
    expect(lines).toHaveLength(1);
    seconds(1);
    expect(lines[1]).toContain("GET /b (a.auth0.com): after 30 s");
  });

  test("goes to the display", () => {
    const log = jest.spyOn(console, "log").mockImplementation(() => undefined);
    new WaitNotice("a.auth0.com", consoleLogger).during(
      "GET /a",
      () => new Promise(() => undefined),
    );
    seconds(5);
    expect(log.mock.calls).toEqual([
      ["GET /a (a.auth0.com): after 5 s still waiting for its turn"],
    ]);
  });
});

describe("the timer", () => {
  test("is one for all, and ends with the last, that of a failure included", async () => {
    const { begin } = start();
    const a = begin("GET /a");
    const b = begin("GET /b");
    expect(jest.getTimerCount()).toBe(1);
    a.end();
    await a.done;
    expect(jest.getTimerCount()).toBe(1);
    b.fail(new Error("lost"));
    await expect(b.done).rejects.toThrow("lost");
    expect(jest.getTimerCount()).toBe(0);
  });

  test("starts anew with the next", async () => {
    const { lines, begin } = start();
    const a = begin("GET /a");
    a.end();
    await a.done;
    begin("GET /b");
    seconds(5);
    expect(lines).toHaveLength(1);
  });

  test("keeps no process alive", async () => {
    jest.useRealTimers();
    const set = jest.spyOn(globalThis, "setInterval");
    const { end, done } = start().begin("GET /a");
    expect(set.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([
      false,
    ]);
    end();
    await done;
  });
});

test("work gives what it gives", async () => {
  const waiting = new WaitNotice("a.auth0.com", consoleLogger);
  expect(await waiting.during("GET /a", async () => 7)).toBe(7);
});
