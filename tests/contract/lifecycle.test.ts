import { describe, expect, test } from "@jest/globals";
import type { Kind } from "../support/engine/adapter";
import { forEachAdapter } from "../support/engine/adapters";
import { shareBoth, startBoth } from "../support/engine/providerProcess";
import { policy, push, stream } from "../support/values/inputs";
import { canaries, serviceAccount } from "../support/values/samples";

const same = { changes: "none", replaces: [], deleteBeforeReplace: true };

forEachAdapter((adapter) => {
  const both = shareBoth(adapter);
  const { difference } = adapter.differences;

  describe("a whole life", () => {
    test("of a stream", async () => {
      const { server, provider } = both;
      const { inputs, failures } = await provider.check("EventStream", {}, stream());
      expect(failures).toEqual([]);
      expect(inputs).toEqual(stream({ status: "enabled" }));
      const { id, properties } = await provider.create("EventStream", inputs);
      expect(server.streams.get(id)).toMatchObject({ name: "basic", status: "enabled" });
      expect(properties).toEqual({
        ...inputs,
        createdAt: server.streams.get(id)?.created_at,
        updatedAt: server.streams.get(id)?.updated_at,
        tenant: server.domain,
      });
      expect(await provider.diff("EventStream", id, properties, inputs)).toEqual(same);
      const read = await provider.read("EventStream", id, properties);
      expect(read).toEqual({ id, properties, inputs });

      const news = { ...inputs, name: "renamed" };
      const renamed = await provider.diff("EventStream", id, properties, news);
      expect(renamed).toEqual({ changes: difference, replaces: [], deleteBeforeReplace: false });
      const updated = await provider.update("EventStream", id, properties, news);
      expect(updated.properties).toMatchObject({ ...news, tenant: server.domain });
      expect(server.requests.at(-1)).toMatchObject({ method: "PATCH", body: { name: "renamed" } });

      await provider.delete("EventStream", id, updated.properties);
      expect(server.streams.size).toBe(0);
      const gone = await provider.read("EventStream", id, updated.properties);
      expect(gone).toMatchObject({ id: "" });
      await provider.delete("EventStream", id, updated.properties);
    });

    test("of a policy", async () => {
      const { server, provider } = both;
      const { inputs } = await provider.check("RateLimitPolicy", {}, policy());
      const { id, properties } = await provider.create("RateLimitPolicy", inputs);
      expect(server.policies.get(id)).toMatchObject({
        configuration: { action: "block", limit: 100 },
      });
      const read = await provider.read("RateLimitPolicy", id, properties);
      expect(read).toEqual({ id, properties, inputs });

      const news = { ...inputs, configuration: { action: "allow" } };
      const changed = await provider.diff("RateLimitPolicy", id, properties, news);
      expect(changed).toEqual({ changes: difference, replaces: [], deleteBeforeReplace: true });
      const updated = await provider.update("RateLimitPolicy", id, properties, news);
      expect(updated.properties).toMatchObject(news);
      expect(server.policies.get(id)?.configuration).toEqual({ action: "allow" });
      const other = { ...news, consumerSelector: "default" };
      expect(await provider.diff("RateLimitPolicy", id, updated.properties, other)).toEqual({
        changes: difference,
        replaces: ["consumerSelector"],
        deleteBeforeReplace: false,
      });

      await provider.delete("RateLimitPolicy", id, updated.properties);
      const gone = await provider.read("RateLimitPolicy", id, updated.properties);
      expect(gone).toMatchObject({ id: "" });
    });

    test("of push credentials", async () => {
      const kind = "GuardianFcmv1Provider";
      const { server, provider } = await startBoth(adapter);
      const { inputs } = await provider.check(kind, {}, push());
      const { id, properties } = await provider.create(kind, inputs);
      expect(id).toBe("fcmv1");
      expect(server.fcmv1).toEqual({ server_credentials: canaries.serverCredentials });
      expect(await provider.read(kind, id, properties)).toEqual({ id, properties, inputs });

      const serverCredentials = serviceAccount("new");
      const news = { ...inputs, serverCredentials };
      const updated = await provider.update(kind, id, properties, news);
      expect(updated.properties).toEqual({ ...news, tenant: server.domain });
      expect(server.fcmv1).toEqual({ server_credentials: serverCredentials });

      server.clearRequests();
      await provider.delete(kind, id, updated.properties);
      const configuration = { action: "block", limit: 0 };
      const lockout = policy({ consumerSelector: "default", configuration });
      for (let round = 0; round < 2; round++) await provider.check("RateLimitPolicy", {}, lockout);
      expect(server.requests).toEqual([]);
      const output = await provider.stop();
      expect(output.match(/a limit of 0 blocks \/oauth\/token/g)).toHaveLength(1);
      expect(output).toContain("cannot be verified");
      expect(output).toContain("the tenant keeps them");
    });
  });

  test("a read of a bare id, as .get sends it, returns all properties", async () => {
    const { provider } = both;
    const kind: Kind = "RateLimitPolicy";
    const { inputs } = await provider.check(kind, {}, policy());
    const { id, properties } = await provider.create(kind, inputs);
    expect(await provider.read(kind, id, {})).toEqual({ id, properties, inputs });
  });
});
