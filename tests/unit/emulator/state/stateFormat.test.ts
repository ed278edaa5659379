import { expect, test } from "@jest/globals";
import type { Delivery } from "../../../../emulator/src";
import { DeliveryLog } from "../../../../emulator/src/model/deliveryLog";
import { emptyStore } from "../../../../emulator/src/model/store";
import { parseState, stateText } from "../../../../emulator/src/state/stateFormat";

const delivery = (id: string): Delivery => ({
  id,
  event_stream_id: "est_1",
  event_type: "user.created",
  status: "failed",
  attempts: [],
  event: { id, source: "s", specversion: "1.0", type: "user.created", time: "t", data: {} },
});

function storeWithDeliveries() {
  const log = new DeliveryLog();
  const deliveries = ["evt_1", "evt_2", "evt_3"].map(delivery);
  for (const one of deliveries) log.add(one);
  log.remove(deliveries[1] as Delivery);
  return { ...emptyStore(), deliveries: new Map([["est_1", log]]), deliveryCount: 3 };
}

test("a state is read as it was written, with the positions of removed deliveries", () => {
  const store = storeWithDeliveries();
  expect(parseState(stateText(store))).toEqual({ store });
  expect(stateText(store)).not.toContain('"id":"evt_2"');
});

test("a state that is cut anywhere is refused", () => {
  const text = stateText(storeWithDeliveries()).trimEnd();
  for (let length = 0; length < text.length; length++) {
    expect(parseState(text.slice(0, length))).toEqual({
      error: "is not complete, or is not a state file",
    });
  }
});

const notOurs = "is not the state of an auth0-tenant-emulator";

test.each<[string, (state: Record<string, unknown>) => object, string]>([
  [
    "another version",
    (state) => ({ ...state, version: 2 }),
    "has version 2 of the format, and this emulator reads 1",
  ],
  ["another format", () => ({ version: 3, resources: [] }), notOurs],
  ["an array", () => [], notOurs],
  ["no streams", ({ streams: _, ...state }) => state, "is damaged: streams must be a list"],
  [
    "entries without a key",
    (state) => ({ ...state, runs: [[1, {}]] }),
    "is damaged: runs must be a list of entries",
  ],
  [
    "a policy that is no object",
    (state) => ({ ...state, policies: [["rlp_1", 1]] }),
    "is damaged: policies must be of objects",
  ],
  [
    "a stream without a destination",
    (state) => ({ ...state, streams: [["est_1", { id: "est_1", status: "enabled" }]] }),
    "is damaged: streams must be of objects with a destination that has a type and a configuration",
  ],
  [
    "a count that is no number",
    (state) => ({ ...state, deliveryCount: "3" }),
    "is damaged: deliveryCount must be a whole number",
  ],
])("a state is refused for %s", (_name, change, error) => {
  const state = JSON.parse(stateText(emptyStore()));
  expect(parseState(JSON.stringify(change(state)))).toEqual({ error });
});
