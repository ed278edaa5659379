import { expect, test } from "@jest/globals";
import { RequestLog, type RequestRecord } from "../../../../emulator/src/http/requestLog";

const recordOf = (path: string): RequestRecord => ({
  ...{ kind: "api", method: "POST", path, query: {}, body: undefined, headers: {} },
});

test("the log keeps the latest requests that fit its size, with their bodies", () => {
  const log = new RequestLog(1000);
  const records = ["/1", "/2", "/3"].map(recordOf);
  for (const record of records) {
    log.add(record);
    log.addBody(record, "x".repeat(400));
  }
  expect(log.records).toEqual(records.slice(1));
  // They free the room that they took.
  for (let number = 0; number < 100; number++) log.add(recordOf("/".repeat(400)));
  expect(log.records).toHaveLength(2);
  // A body may come when its request has left the log.
  for (const record of records) log.addBody(record, "x".repeat(1000));
  expect(log.records).toHaveLength(2);
});
