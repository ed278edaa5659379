import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Fault, InvalidInput, startTenant, type Tenant } from "../../../../emulator/src";

const get = "GET /event-streams";

let tenant: Tenant;

beforeAll(async () => {
  tenant = await startTenant();
});

afterAll(() => tenant.close());

test.each<[unknown, string]>([
  [{ kind: "explode" }, "kind must be one of status, html, empty, truncated, cut, drop, hang,"],
  [[], "a fault must be an object"],
  [{ kind: "drop", route: "POST /event-stream" }, "route must be one of: *, POST /oauth/token,"],
  [{ kind: "status", status: 100 }, "status must be a number from 200 to 599"],
  [{ kind: "drop", status: 502 }, "drop has no field status"],
  [{ kind: "drop", times: -1 }, "times must be a number from 0 to 1000000"],
  [{ kind: "drop", when: "later" }, 'drop cannot have when "later"'],
  [{ kind: "revoked", when: "after" }, 'revoked cannot have when "after"'],
  [{ kind: "slow", when: "late", lateMs: 1 }, 'slow cannot have when "late"'],
  [{ kind: "drop", when: "late" }, 'when "late" needs either lateMs or lateRequests'],
  [
    { kind: "drop", when: "late", lateMs: 1, lateRequests: 1 },
    'when "late" needs either lateMs or',
  ],
  [
    { kind: "drop", lateMs: 1 },
    'when "late" needs either lateMs or lateRequests, and no other has them',
  ],
  [{ kind: "deleted" }, "route must be one of: GET /event-streams, GET /rate-limit-policies"],
  [{ kind: "deleted", route: get, when: "before" }, 'deleted cannot have when "before"'],
])("the fault %j is refused", async (invalid, message) => {
  expect(() => tenant.addFault(invalid as Fault)).toThrow(InvalidInput);
  expect(() => tenant.addFault(invalid as Fault)).toThrow(message);
  expect(tenant.faults).toEqual([]);
});

test("a tenant does not start with a fault that is refused", async () => {
  const faults = [{ kind: "explode" } as unknown as Fault];
  await expect(startTenant({ faults })).rejects.toThrow("kind must be one of");
});
