import { describe, expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import { forEachAdapter } from "../support/engine/adapters";
import { refused, shareBoth } from "../support/engine/providerProcess";
import { canaries, stream } from "../support/values/eventStream";

// A state with the placeholder of an import, as an import file writes it: in the inputs, and in the
// outputs either too or not at all.

const placeholder = "<secret: the service does not return it, set it here>";
const path = "destination.configuration.webhookAuthorization.password";
const stillThere = `${path} is still the placeholder from an import`;
const kind: string = "EventStream";

const copyWith = (bag: Props, from: string, to: string): Props =>
  JSON.parse(JSON.stringify(bag).replaceAll(from, to));
const without = (bag: Props): Props =>
  JSON.parse(JSON.stringify(bag), (key, value) => (key === "password" ? undefined : value));

const program = stream({ status: "enabled" });
const imported = copyWith(program, canaries.password, placeholder);
const moved = copyWith(imported, "hooks.example.com", "b.example.com");
const renamed = { ...imported, name: "renamed" };
const same = { changes: "none", replaces: [] };

forEachAdapter((adapter) => {
  const both = shareBoth(adapter);
  const { difference } = adapter.differences;

  /** An object of the tenant and its outputs in an import file. */
  async function adopted(outputsOf: (inputs: Props) => Props = without) {
    const { server, provider } = both;
    const { id } = await provider.create(kind, program);
    server.clearRequests();
    const outputs: Props = { ...outputsOf(imported), tenant: server.domain };
    return { id, outputs };
  }

  test.each<[string, Props, Props, boolean]>([
    ["that the state has", imported, renamed, true],
    ["of a new object", {}, imported, false],
    ["in place of a secret that the state has", program, imported, false],
  ])("a check decides about a placeholder %s", async (_, olds, news, isAccepted) => {
    const { failures } = await both.provider.check(kind, olds, news);
    const failure = { property: "", reason: expect.stringContaining(stillThere) };
    expect(failures).toEqual(isAccepted ? [] : [failure]);
  });

  describe.each<[string, (inputs: Props) => Props]>([
    ["without the placeholder in the outputs", without],
    ["with the placeholder in the outputs", (inputs) => inputs],
  ])("a state %s", (_, outputsOf) => {
    test("has no drift in a refresh or after it", async () => {
      const { server, provider } = both;
      const { id, outputs } = await adopted(outputsOf);
      const live = await provider.read(kind, id, outputs);
      expect(await provider.diff(kind, id, live.properties, imported)).toMatchObject(same);
      const again = await provider.read(kind, id, live.properties);
      expect(await provider.diff(kind, id, again.properties, live.inputs ?? {})).toMatchObject(
        same,
      );
      expect(server.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
    });

    test("is updated by the real secret, with the complete destination, and keeps no placeholder", async () => {
      const { server, provider } = both;
      const { id, outputs } = await adopted(outputsOf);
      const { inputs, failures } = await provider.check(kind, imported, program);
      expect(failures).toEqual([]);
      const found = await provider.diff(kind, id, outputs, inputs);
      expect(found).toMatchObject({ changes: difference, replaces: [] });
      const { properties } = await provider.update(kind, id, outputs, inputs);
      const { destination } = server.streams.get(id) ?? {};
      expect(server.requests.map(({ body }) => body)).toEqual([{ destination }]);
      expect(destination?.configuration.webhook_authorization?.password).toBe(canaries.password);
      expect(JSON.stringify(properties)).not.toContain(placeholder);
      expect(await provider.diff(kind, id, properties, inputs)).toMatchObject(same);
    });

    test("is renamed by a request with only the name, and is otherwise unchanged", async () => {
      const { server, provider } = both;
      const { id, outputs } = await adopted(outputsOf);
      const { properties } = await provider.update(kind, id, outputs, renamed);
      expect(server.requests.map(({ body }) => body)).toEqual([{ name: "renamed" }]);
      expect(properties.destination).toEqual(outputs.destination);
    });

    test("rejects a change that would send the placeholder in the diff", async () => {
      const { server, provider } = both;
      const { id, outputs } = await adopted(outputsOf);
      for (const news of [moved, { ...moved, name: "renamed" }]) {
        const { inputs } = await provider.check(kind, imported, news);
        const errors = [
          await refused(provider.diff(kind, id, outputs, inputs)),
          await refused(provider.update(kind, id, outputs, inputs)),
        ];
        for (const { message } of errors) expect(message).toContain(stillThere);
      }
      expect(server.requests).toEqual([]);
    });
  });

  test("a create with a placeholder is rejected before any request", async () => {
    const { server, provider } = both;
    const { message } = await refused(provider.create(kind, imported));
    expect(message).toContain(stillThere);
    expect(message).toContain("Nothing was sent.");
    expect(server.requests).toEqual([]);
  });

  if (adapter.name === "dynamic") {
    test("all objects with equal inputs are rejected, even if all checks come before the diffs", async () => {
      const { provider } = both;
      const { id, outputs } = await adopted();
      const { inputs } = await provider.check(kind, imported, moved);
      await provider.check(kind, imported, moved);
      for (const _ of [1, 2]) await refused(provider.diff(kind, id, outputs, inputs));
      // A diff without a check belongs to a refresh.
      expect(await provider.diff(kind, id, outputs, inputs)).toMatchObject({ changes: difference });
    });
  }
});
