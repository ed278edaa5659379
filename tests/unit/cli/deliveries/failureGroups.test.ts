import { expect, test } from "@jest/globals";
import { FailureGroups } from "../../../../cli/deliveries/failureGroups";
import type { Props } from "../../../../provider/shared/json";

const failed = (id: string, ...attempts: Props[]) => ({
  id,
  eventStreamId: "est_1",
  status: "failed",
  eventType: "user.created",
  attempts: attempts.map((attempt) => ({ status: "failed", ...attempt })),
});

test("the times of a group are those of the attempts with its message", () => {
  const groups = new FailureGroups();
  const attempts = [
    { timestamp: "2026-01-01T00:00:00Z", errorMessage: "503" },
    { timestamp: "2026-02-01T00:00:00Z", status: "retrying" },
    { timestamp: "2026-02-01T00:00:10Z", errorMessage: "401" },
    { timestamp: "2026-02-01T00:00:20Z", errorMessage: "401" },
  ];
  groups.add(failed("a", ...attempts));
  expect(groups.all()).toMatchObject([
    { message: "401", first: "2026-02-01T00:00:10.000Z", last: "2026-02-01T00:00:20.000Z" },
  ]);
  expect(groups.times).toEqual({
    first: "2026-01-01T00:00:00.000Z",
    last: "2026-02-01T00:00:20.000Z",
  });
});

test("a long message is cut", () => {
  const groups = new FailureGroups();
  groups.add(failed("a", { errorMessage: `0 ${"x".repeat(1000)}` }));
  expect(groups.all()[0]?.message).toMatch(/^0 x{168}… \(1,002 characters\)$/);
});

test("texts are compared as times if they are times", () => {
  const groups = new FailureGroups();
  const timestamps = [
    "2026-03-01T12:00:00.500Z",
    "2026-03-01T12:00:00Z",
    "2026-03-01T13:30:00+02:00",
    "+275760-09-13T00:00:00.000Z",
    "-271821-04-20T00:00:00.000Z",
    "2026",
    "zzz",
  ];
  groups.add(failed("a", ...timestamps.map((timestamp) => ({ timestamp }))));
  expect(groups.all()).toMatchObject([
    { first: "2026-03-01T11:30:00.000Z", last: "2026-03-01T12:00:00.500Z" },
  ]);
});
