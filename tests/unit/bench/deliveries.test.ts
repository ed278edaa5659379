import { expect, test } from "@jest/globals";
import { limitsOfDeliveries } from "../../../bench/deliveries";
import { addDeliveryStream, deliveryId, deliveryStreamId } from "../../../bench/deliveryStream";
import { failsRun, verdict } from "../../../bench/limits";
import type { Row, Sample } from "../../../bench/sample";
import { type ListedDeliveries, listDeliveries } from "../../../provider/functions/deliveries";
import { connect } from "../../support/tenant/connect";

const count = 3_000;
const expected = Array.from({ length: count }, (_, index) => deliveryId(index));

test("3,000 deliveries are listed in order by 30 requests, also after a stop at any page", async () => {
  const { server, api } = await connect();
  addDeliveryStream(server, count);
  const list = (from: string | undefined) => {
    const args = { eventStreamId: deliveryStreamId(count), take: 100, maxItems: count };
    return listDeliveries(api, { ...args, ...(from !== undefined && { from }) });
  };

  const ids: unknown[] = [];
  let next: string | undefined;
  for (let listing = 0; listing < 3; listing++) {
    let pages = 0;
    for await (const page of list(next) as AsyncGenerator<ListedDeliveries>) {
      ids.push(...page.deliveries.map(({ id }) => id));
      next = page.next;
      pages++;
      if (listing < 2 && pages === 7 + listing) break;
    }
  }

  expect(ids).toEqual(expected);
  // The last listing does not know how many follow: an empty page ends it.
  expect(server.apiRequests()).toHaveLength(31);
});

const row = (command: string, deliveries: number, peakMb: number, requests: number): Row => ({
  subject: "ours",
  command,
  count: deliveries,
  latencyMs: 0,
  samples: [{ peakMb, requests } as Sample],
});

test.each([
  [125, 1000, ["met", "met"], false],
  [188, 1001, ["EXCEEDED by a lot", "EXCEEDED"], true],
])(
  "100 times the deliveries take %d%% of the memory in a small heap, and %d requests",
  (peakMb, requests, verdicts, fails) => {
    const inSmallHeap = "`deliveryPages`, heap of 80 MB";
    const limits = limitsOfDeliveries([
      row(inSmallHeap, 1_000, 100, 10),
      row(inSmallHeap, 100_000, peakMb, requests),
      row("`deliveryPages`", 100_000, 250, requests),
    ]).filter(({ measured }) => !Number.isNaN(measured));
    expect(limits.map(verdict)).toEqual(verdicts);
    expect(limits.map(failsRun)).toEqual([fails, fails]);
  },
);
