import { describe, expect, test } from "@jest/globals";
import { type ListOptions, listCommand } from "../../../../../cli/deliveries/list/command";
import {
  inEnvironment,
  recordedContext,
  streamId,
  withEnvironmentTenant,
} from "../../../../support/deliveries/commandContext";

const environment = withEnvironmentTenant();
const route = "GET /event-streams/{id}/deliveries";
const id = (n: number) => `evt_${String(n).padStart(22, "0")}`;

/** Follows: each step runs after a listing, and a signal follows the last one. Prints JSON. */
async function follow(steps: (() => void | Promise<void>)[], changes: Partial<ListOptions> = {}) {
  const context = recordedContext();
  const printed: unknown[][] = [];
  let length = 0;
  context.onSleep = async () => {
    const text = context.out().slice(length);
    length = context.out().length;
    printed.push(
      changes.json === false
        ? [text]
        : text
            .trimEnd()
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
    );
    const step = steps.shift();
    if (step === undefined) environment.stop.send();
    else await step();
  };
  const options = {
    ...inEnvironment,
    max: 1000,
    interval: 10,
    json: true,
    follow: true,
    ...changes,
  };
  const code = await listCommand(streamId, options, environment.stop, context);
  return { code, printed, notes: context.notes(), slept: context.slept };
}

const item = (itemId: string, status: string, attempts: number) => ({
  id: itemId,
  event_stream_id: streamId,
  status,
  event_type: "user.created",
  attempts: Array.from({ length: attempts }, () => ({
    status: "failed",
    timestamp: "2026-03-01T10:00:00Z",
    error_message: "503",
  })),
});

/** The tenant lists these deliveries from now on. */
function listing(...deliveries: object[]): void {
  environment.tenant.respond = (request) =>
    request.route === route ? { body: { deliveries } } : undefined;
}

test("each new status and each new attempt is printed once", async () => {
  listing(item("a", "retrying", 1), item("b", "pending", 0));
  const { code, printed, slept, notes } = await follow([
    () => undefined,
    () => listing(item("a", "retrying", 2), item("b", "pending", 0), item("c", "failed", 4)),
    () => listing(item("a", "failed", 2), item("c", "failed", 4)),
    () => listing(item("a", "failed", 2), item("b", "failed", 4), item("c", "failed", 4)),
  ]);
  expect(code).toBe(0);
  expect(printed).toMatchObject([
    [
      { id: "a", status: "retrying" },
      { id: "b", status: "pending" },
    ],
    [],
    [{ id: "a", attempts: [{}, {}] }, { id: "c" }],
    [{ id: "a", status: "failed" }],
    [{ id: "b", status: "failed" }],
  ]);
  expect(slept).toEqual(Array(5).fill(10_000));
  expect(notes).toBe("Listing the first 1,000 deliveries every 10 seconds, until Ctrl-C.");
});

test("people get rows, with the headings once", async () => {
  listing(item("a", "failed", 4));
  const { printed } = await follow([() => listing(item("b", "failed", 4))], { json: false });
  expect(printed).toEqual([
    [expect.stringMatching(/^LAST ATTEMPT.*\n.* a .* 503\n$/)],
    [expect.stringMatching(/^2026-.* b .* 503\n$/)],
  ]);
});

test("a delivery that is off the list for a while is not printed again", async () => {
  listing(item("a", "failed", 1), item("b", "failed", 1));
  const { printed } = await follow([
    () => listing(item("b", "failed", 1)),
    () => listing(item("a", "failed", 1), item("b", "failed", 1)),
  ]);
  expect(printed.map(({ length }) => length)).toEqual([2, 0, 0]);
});

test("a list longer than --max is followed to there", async () => {
  listing(item("a", "failed", 1), item("b", "failed", 1), item("c", "failed", 1));
  const { printed, notes } = await follow(
    [() => listing(item("b", "failed", 1), item("c", "failed", 1), item("d", "failed", 1))],
    { max: 2 },
  );
  expect(printed).toMatchObject([[{ id: "a" }, { id: "b" }], [{ id: "c" }]]);
  expect(notes).toContain("Listing the first 2 deliveries every");
});

test("at most 20,000 deliveries are followed, each of which is remembered", async () => {
  listing(...Array.from({ length: 20_001 }, (_, n) => item(`${n}`, "failed", 0)));
  const { printed, notes } = await follow([() => undefined], { max: 30_000 });
  expect(printed.map(({ length }) => length)).toEqual([20_000, 0]);
  expect(notes).toContain("Listing the first 20,000 deliveries every");
});

describe("following survives", () => {
  const twoMore = () => {
    environment.tenant.addDeliveries(streamId, 2);
  };

  test.each([
    ["a rate limit", { kind: "status", status: 429 }],
    ["a failure of the service", { kind: "status", status: 503 }],
    ["a gateway's page", { kind: "html" }],
    ["a gateway's page with the status of a refusal", { kind: "html", status: 403 }],
    ["a gateway's 404", { kind: "status", status: 404, body: { message: "no route" } }],
    ["a connection that is closed", { kind: "drop" }],
  ] as const)("%s, with one notice", async (_, fault) => {
    environment.tenant.addDeliveries(streamId, 1);
    const broken = () => {
      twoMore();
      environment.tenant.addFault({ route, times: 2, ...fault });
    };
    const { code, printed, notes, slept } = await follow([
      broken,
      () => undefined,
      () => undefined,
    ]);
    expect(code).toBe(0);
    expect(printed).toMatchObject([[{ id: id(1) }], [], [], [{ id: id(2) }, { id: id(3) }]]);
    expect(slept).toEqual(Array(4).fill(10_000));
    expect(notes.match(/Trying again until/g)).toHaveLength(1);
    expect(notes.match(/The tenant responds again/g)).toHaveLength(1);
  });

  test("tokens that expire, without a notice", async () => {
    const { printed, notes } = await follow([
      () => {
        twoMore();
        environment.tenant.revokeTokens();
      },
    ]);
    expect(printed).toMatchObject([[], [{ id: id(1) }, { id: id(2) }]]);
    expect(notes).not.toContain("Trying again");
  });
});

describe("following ends with the error of", () => {
  test.each([
    ["a first listing that fails", "before", { kind: "html" }, /502, with a web page/],
    ["a refused permission", "later", { kind: "status", status: 403 }, /403 Forbidden/],
    ["a refused token", "later", { kind: "status", status: 401, times: 0 }, /401 /],
    ["a refused filter", "later", { kind: "status", status: 400 }, /400 /],
  ] as const)("%s", async (_, when, fault, expected) => {
    const addFault = () => environment.tenant.addFault({ route, ...fault });
    if (when === "before") addFault();
    await expect(follow(when === "before" ? [] : [addFault])).rejects.toThrow(expected);
  });

  test("a stream that was deleted", async () => {
    const remove = () => void environment.tenant.streams.delete(streamId);
    await expect(follow([remove])).rejects.toThrow(/404 .*there is no such stream/);
  });
});
