import { expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import { forEachAdapter } from "../support/engine/adapters";
import { shareBoth } from "../support/engine/providerProcess";
import { bridge, eventbridge, hook, stream, to } from "../support/values/eventStream";
import { push } from "../support/values/guardianFcmv1Provider";
import { jsonCopy, sentinels } from "../support/values/inputs";
import { configured, policy } from "../support/values/rateLimitPolicy";

forEachAdapter((adapter) => {
  const both = shareBoth(adapter);
  const { difference } = adapter.differences;

  test.each(sentinels)(
    "an unknown %s passes check, and known siblings are checked",
    async (_, sentinel) => {
      const { server, provider } = both;
      const bags: [string, Props][] = [
        ["EventStream", to(sentinel)],
        ["EventStream", hook({ webhookAuthorization: sentinel })],
        ["EventStream", stream({ subscriptions: sentinel, name: `crm-${sentinel}` })],
        ["RateLimitPolicy", configured({ action: "block", limit: sentinel })],
        ["GuardianFcmv1Provider", push(sentinel)],
      ];
      for (const [kind, props] of bags) {
        const { inputs, failures } = await provider.check(kind, {}, props);
        expect(failures).toEqual([]);
        expect(inputs).toEqual(inputs.status ? { ...props, status: "enabled" } : props);
        const { failures: wrong } = await provider.check(kind, {}, { ...props, zz: 1 });
        expect(wrong.map(({ reason }) => reason)).toEqual([
          expect.stringContaining("it has a property that does not exist"),
        ]);
      }
      expect(server.requests).toEqual([]);
    },
  );

  test.each(sentinels)(
    "an unknown %s is a change in diff, and replaces where it may",
    async (_, sentinel) => {
      const { server, provider } = both;
      const tenant = { tenant: server.domain };
      const diff = (kind: string, olds: Props, news: Props) =>
        provider.diff(kind, "id", jsonCopy({ ...olds, ...tenant }), news);
      expect(await diff("EventStream", stream(), stream({ name: sentinel }))).toMatchObject({
        changes: difference,
        replaces: [],
      });
      const moved = await diff("EventStream", to(eventbridge()), bridge({ awsRegion: sentinel }));
      expect(moved.replaces).toEqual(["destination"]);
      const changed = policy({ consumerSelector: sentinel });
      expect((await diff("RateLimitPolicy", policy(), changed)).replaces).toEqual([
        "consumerSelector",
      ]);
      expect(server.requests).toEqual([]);
    },
  );
});
