import { expect, test } from "@jest/globals";
import type { Delivery } from "../../../../emulator/src";
import { startQuick } from "../support/deliveries";
import { call, createdStream } from "../support/tenant";

test.each(["envelope", "array"] as const)(
  "in the %s shape a listing goes on after a delivery that has left the list",
  async (deliveriesShape) => {
    const tenant = await startQuick({ deliveriesShape });
    const destination = { type: "action", configuration: { action_id: "a1" } };
    const id = await createdStream(tenant, { destination });
    const added = tenant.addDeliveries(id, 9).map((one) => one.id);
    const page = async (from?: string) => {
      const query = from === undefined ? "take=3" : `take=3&from=${from}`;
      const { body } = await call(tenant, `GET /event-streams/${id}/deliveries?${query}`);
      const deliveries: Delivery[] = deliveriesShape === "array" ? body : body.deliveries;
      const next = deliveriesShape === "array" ? deliveries.at(-1)?.id : body.next;
      return { ids: deliveries.map((one) => one.id), next };
    };
    const first = await page();
    // The last delivery of this page, and the one after it.
    for (const one of added.slice(2, 4)) {
      await call(tenant, `POST /event-streams/${id}/redeliver/${one}`);
    }
    await tenant.deliveriesDone();
    const second = await page(first.next);
    const third = await page(second.next);
    expect([first, second, third].map(({ ids }) => ids)).toEqual([
      added.slice(0, 3),
      added.slice(4, 7),
      added.slice(7),
    ]);
  },
);
