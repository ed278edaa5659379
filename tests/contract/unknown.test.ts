import { describe, expect, test } from "@jest/globals";
import {
  bridge,
  configured,
  hook,
  plain,
  policy,
  push,
  sentinels,
  stream,
  to,
} from "../support/inputs";
import { bag, startBoth } from "../support/process";
import { eventbridge } from "../support/samples";

const unknownChange = 0;

describe("what is not known yet", () => {
  test("passes check as each of its seven values, and known siblings are checked", async () => {
    const { provider } = await startBoth();
    for (const [, sentinel] of sentinels) {
      const bags = [
        bag("EventStream", to(sentinel)),
        bag("EventStream", hook({ webhookAuthorization: sentinel })),
        bag("EventStream", stream({ subscriptions: sentinel, name: `crm-${sentinel}` })),
        bag("RateLimitPolicy", configured({ action: "block", limit: sentinel })),
        bag("RateLimitPolicy", policy({ consumerSelector: sentinel })),
        bag("GuardianFcmv1Provider", push(sentinel)),
      ];
      for (const props of bags) {
        const { inputs, failures } = await provider.check({}, props);
        expect(failures).toEqual([]);
        expect(inputs).toEqual(inputs.status ? { ...props, status: "enabled" } : props);
      }
      const { failures } = await provider.check(
        {},
        bag("EventStream", { ...to(sentinel), status: "off" }),
      );
      expect(failures.map(({ reason }) => reason)).toEqual([
        "status must be one of enabled, disabled",
      ]);
    }
  });

  test("is a change in diff as each of its seven values, and replaces where it may", async () => {
    const { server, provider } = await startBoth();
    const tenant = { tenant: server.domain };
    for (const [, sentinel] of sentinels) {
      const streams = bag("EventStream", { ...stream(), ...tenant });
      const renamed = bag("EventStream", stream({ name: sentinel }));
      expect(await provider.diff("id", streams, renamed)).toEqual({
        changes: unknownChange,
        replaces: [],
      });
      const bridges = bag("EventStream", { ...to(eventbridge()), ...tenant });
      const moved = bag("EventStream", bridge({ awsRegion: sentinel }));
      expect((await provider.diff("id", bridges, moved)).replaces).toEqual(["destination"]);
      const policies = bag("RateLimitPolicy", { ...policy(), ...tenant });
      const other = bag("RateLimitPolicy", policy({ consumerSelector: sentinel }));
      expect((await provider.diff("id", policies, other)).replaces).toEqual(["consumerSelector"]);
    }
    expect(server.requests).toEqual([]);
  });

  test("in the provider's own property is looked up in the old state", async () => {
    const { server, provider } = await startBoth();
    const olds = bag("EventStream", { ...stream(), tenant: server.domain });
    const news = { ...plain(stream({ name: "b" })), __provider: sentinels[0][1] };
    expect((await provider.diff("id", olds, news)).changes).toBe(unknownChange);
  });
});
