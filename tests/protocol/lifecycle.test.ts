import { describe, expect, test } from "@jest/globals";
import { naturalKeyOf } from "../../provider/resources/definition";
import type { Props } from "../../provider/shared/json";
import { withAddedResource } from "../support/addedResource";
import { forEachAdapter } from "../support/engine/adapters";
import {
  configurationOf,
  refused,
  shareBoth,
  startBoth,
  startProcess,
} from "../support/engine/providerProcess";
import { collectionOf, setByService, store, wire } from "../support/tenant/objects";
import { changeOf, kinds } from "../support/values/kinds";
import { policy } from "../support/values/rateLimitPolicy";

// The resources, and one that only the tests have.
forEachAdapter((adapter) => {
  const both = shareBoth(adapter, withAddedResource);
  const { difference } = adapter.differences;

  describe.each(kinds)("$name", (kind) => {
    const { name, definition, routes, first, changed, replaced } = kind;
    const hasKey = naturalKeyOf(definition, first) !== undefined;
    const stored = () => [...collectionOf(both.server, kind).values()];
    const sent = () =>
      both.server.requests
        .filter((request) => request.kind === "api")
        .map(({ route, body }) => ({ route, body }));

    async function created() {
      const { server, provider } = both;
      const { inputs, failures } = await provider.check(name, {}, first);
      expect(failures).toEqual([]);
      const { id, properties } = await provider.create(name, inputs);
      server.clearRequests();
      return { server, provider, id, inputs, properties };
    }

    test("is created as the program has it, and has no difference", async () => {
      const { server, provider, id, inputs, properties } = await created();
      expect(inputs).toMatchObject(first);
      expect(stored()).toEqual([expect.objectContaining(wire(inputs))]);
      expect(properties).toEqual({ ...inputs, ...setByService(server, kind, id) });
      expect(await provider.diff(name, id, properties, inputs)).toEqual({
        changes: "none",
        replaces: [],
        deleteBeforeReplace: hasKey,
      });
      expect(await provider.read(name, id, properties)).toEqual({ id, properties, inputs });
      // `.get` sends this.
      if (routes.read) {
        const { properties: all } = await provider.read(name, id, {});
        expect(properties).toMatchObject(all);
      }
    });

    test("is updated by one request with the differences", async () => {
      const { server, provider, id, inputs, properties } = await created();
      const news = { ...inputs, ...changed };
      const found = await provider.diff(name, id, properties, news);
      expect(found).toMatchObject({ changes: difference, replaces: [] });
      const updated = await provider.update(name, id, properties, news);
      expect(updated.properties).toMatchObject({ ...news, tenant: server.domain });
      expect(sent()).toEqual([{ route: routes.update, body: wire(changeOf(kind)) }]);
      expect(stored()).toEqual([expect.objectContaining(wire(news))]);
    });

    if (routes.read)
      test("has a difference if it is changed elsewhere, which an update repairs", async () => {
        const { provider, id, inputs, properties } = await created();
        Object.assign(stored()[0] ?? {}, wire(changeOf(kind)));
        const { properties: live } = await provider.read(name, id, properties);
        const found = await provider.diff(name, id, live, inputs);
        expect(found).toMatchObject({ changes: difference, replaces: [] });
        await provider.update(name, id, live, inputs);
        expect(stored()).toEqual([expect.objectContaining(wire(inputs))]);
      });

    test("is deleted by one request, and a second delete succeeds", async () => {
      const { id, properties } = await created();
      // Another run has another process, because a run keeps a singleton object that it declares.
      const provider = definition.fixedId
        ? await startProcess(adapter, {}, configurationOf(both.server))
        : both.provider;
      await provider.delete(name, id, properties);
      expect(stored()).toEqual([]);
      expect(sent()).toEqual([{ route: routes.delete, body: definition.deleteBody }]);
      await provider.delete(name, id, properties);
      if (routes.read) expect(await provider.read(name, id, properties)).toMatchObject({ id: "" });
    });

    if (definition.fixedId)
      test("is kept when its resource is deleted if the program declares another one", async () => {
        const { provider, id, properties } = await created();
        await provider.delete(name, id, properties);
        expect([sent(), stored()]).toEqual([[], [expect.objectContaining(wire(first))]]);
      });

    if (replaced)
      test("is replaced if it cannot be updated, deleted first if it keeps its key", async () => {
        const { provider, id, inputs, properties } = await created();
        const news: Props = { ...inputs, ...replaced };
        const [from, to] = [inputs, news].map((program) => naturalKeyOf(definition, program));
        const found = await provider.diff(name, id, properties, news);
        expect(found).toMatchObject({ changes: difference, deleteBeforeReplace: from === to });
        expect(found.replaces).not.toEqual([]);
      });

    if (hasKey)
      test("is rejected if another one has its key, with the command that imports that one", async () => {
        // This process does not know that the state has such a resource.
        const { server, provider } = await startBoth(adapter, {}, withAddedResource);
        const [id, program] = [kind.id(1), { ...first, ...kind.unique(1) }];
        store(server, kind, id, program);
        const { message, partial } = await refused(provider.create(name, program));
        expect(message).toContain(`${name} ${id} has the `);
        expect(message).toContain(
          `\nIf no stack manages it, import it: \`npx --no-install pulumi-auth0-native import --declared --run\`.\n`,
        );
        expect(partial).toBeUndefined();
      });
  });

  test("a warning is printed once", async () => {
    const { provider } = await startBoth(adapter);
    const configuration = { action: "block", limit: 0 };
    const lockout = policy({ consumerSelector: "default", configuration });
    for (let round = 0; round < 2; round++) await provider.check("RateLimitPolicy", {}, lockout);
    expect((await provider.stop()).match(/a limit of 0 also blocks \/oauth\/token/g)).toHaveLength(
      1,
    );
  });
});
