import { expect, test } from "@jest/globals";
import { forEachAdapter } from "../support/engine/adapters";
import { refused, startBoth, startProcess, startServer } from "../support/engine/providerProcess";
import type { CallError } from "../support/engine/resourceProvider";
import { secret } from "../support/engine/secretValues";
import { stream } from "../support/values/eventStream";
import { jsonCopy } from "../support/values/inputs";
import { kinds, listedKinds } from "../support/values/kinds";

/** Five objects of each kind, or one if a tenant can have only one. */
const manyObjects = kinds.flatMap((kind) =>
  Array.from({ length: kind.routes.list ? 5 : 1 }, (_, n) => ({
    name: kind.name,
    inputs: { ...kind.first, ...kind.unique(n) },
  })),
);

forEachAdapter((adapter) => {
  test("the first concurrent creates of a process find it configured and share one token", async () => {
    const { server, provider } = await startBoth(adapter);
    const created = await Promise.all(
      manyObjects.map(async ({ name, inputs }) => ({
        name,
        ...(await provider.create(name, inputs)),
      })),
    );
    await Promise.all(
      created.map(({ name, id, properties }) => provider.read(name, id, properties)),
    );
    // These are the creates, and one page of reads for each kind.
    expect(server.apiRequests()).toHaveLength(manyObjects.length + listedKinds.length);
    expect(server.tokenRequests()).toBe(1);
  });

  test("wrong settings are reported by each call, or rejected right away", async () => {
    const settings = { domain: "http://a.auth0.com", apiToken: secret("canary-token") };
    const starting = startProcess(adapter, {}, jsonCopy(settings));
    const errors: CallError[] = [];
    if (adapter.differences.wrongSettingsFail === "configure") {
      errors.push(await refused(starting));
    } else {
      const provider = await starting;
      // The second calls use a provider whose configuration has failed.
      for (const { name: kind, first: props } of [...kinds, ...kinds]) {
        errors.push(
          await refused(provider.check(kind, {}, props)),
          await refused(provider.diff(kind, "id", props, props)),
          await refused(provider.create(kind, props)),
          await refused(provider.read(kind, "id", props)),
          await refused(provider.update(kind, "id", props, props)),
          await refused(provider.delete(kind, "id", props)),
        );
      }
      expect(await provider.stop()).not.toContain("canary");
    }
    for (const { message } of errors) {
      expect(message).toContain('The domain "http://a.auth0.com"');
      expect(message).not.toContain("canary");
    }
  });

  test("an unknown kind of event passes with one warning if the environment allows it", async () => {
    const { environment } = await startServer();
    const settings = { ...environment, AUTH0_UNKNOWN_VALUES: "warn" };
    const provider = await startProcess(adapter, settings);
    const program = stream({ subscriptions: [{ eventType: "user.crated" }] });
    for (let times = 0; times < 2; times++) {
      expect((await provider.check("EventStream", {}, program)).failures).toEqual([]);
    }
    expect((await provider.stop()).match(/\[unknown-value\] .* user\.created\?/g)).toHaveLength(1);
  });

  test("an explicit provider uses its own settings, regardless of the environment", async () => {
    const [eu, us] = [await startServer(), await startServer()];
    const prefixed = Object.fromEntries(
      Object.entries(eu.environment).map(([name, value]) => [`EU_${name}`, value]),
    );
    const environment = { ...us.environment, ...prefixed };
    const provider = await startProcess(adapter, environment, { environmentPrefix: "EU_" });
    const { properties } = await provider.create("EventStream", stream());
    expect(properties.tenant).toBe(eu.domain);
    expect(us.requests).toEqual([]);
  });
});
