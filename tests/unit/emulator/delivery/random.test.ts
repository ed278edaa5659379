import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { listed, startQuick, totals, webhookStream } from "../support/deliveries";
import { type Answer, reset, startReceiver } from "../support/receiver";

const good = [200, 201, 204, 299];
const bad: Answer[] = [...[301, 500, 503], (response) => response.destroy(), reset];

const answerTo = ({ works, index }: { works: boolean; index: number }): Answer =>
  (works ? good[index % good.length] : bad[index % bad.length]) ?? 500;

/** The answers to the attempts of each event. */
const answers = fc.array(
  fc.array(fc.record({ works: fc.boolean(), index: fc.nat(100) }), { minLength: 4, maxLength: 4 }),
  { minLength: 1, maxLength: 25 },
);

test("each event is received with a 2xx once and leaves the list, or has failed after four attempts", async () => {
  const property = fc.asyncProperty(answers, async (plans) => {
    const attempts = new Map<string, number>();
    const receiver = await startReceiver(({ event }) => {
      const attempt = attempts.get(event.id) ?? 0;
      attempts.set(event.id, attempt + 1);
      const answer = plans[event.data.number]?.[attempt];
      return answer ? answerTo(answer) : 500;
    });
    const tenant = await startQuick({ delivery: { retryDelaysMs: [0, 1, 0] } });
    const id = await webhookStream(tenant, receiver.endpoint);
    const ids = plans.map((_, number) => tenant.raise("user.created", { number })[0]?.id ?? "");
    await tenant.deliveriesDone();

    const isDelivered = plans.map((plan) => plan.some(({ works }) => works));
    const failed = await listed(tenant, id);
    expect(failed.map((delivery) => delivery.id)).toEqual(ids.filter((_, i) => !isDelivered[i]));
    for (const { status, attempts: all } of failed) {
      expect([status, ...all.map((one) => one.status)]).toEqual(Array(5).fill("failed"));
    }
    const needed = plans.map((plan) => plan.findIndex(({ works }) => works) + 1 || plan.length);
    expect(ids.map((one) => attempts.get(one))).toEqual(needed);
    const delivered = isDelivered.filter(Boolean).length;
    expect(await totals(tenant, id)).toEqual([delivered, plans.length - delivered]);
    await Promise.all([receiver.close(), tenant.close()]);
  });
  await fc.assert(property, { numRuns: 10 });
});
