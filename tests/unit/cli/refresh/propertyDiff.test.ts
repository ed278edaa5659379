import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { propertyDiff } from "../../../../cli/refresh/propertyDiff";
import { maskSecrets } from "../../../../cli/shared/maskSecrets";
import * as resources from "../../../../provider/resources";
import { resourceSchema, type Schema } from "../../../../provider/schema/packageSchema";
import { mapSecrets } from "../../../../provider/schema/secrets";
import type { Json } from "../../../../provider/shared/json";
import { inputsOf, oddities } from "../../../support/values/arbitrary";
import { authorized, bridge, stream, to } from "../../../support/values/eventStream";
import { jsonCopy } from "../../../support/values/inputs";

const schemas = Object.values(resources).map(({ name }) => resourceSchema(name).inputs);
const streams = resourceSchema(resources.eventStream.name).inputs;

/** A secret in an event of Pulumi. */
const secret = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};

describe("propertyDiff", () => {
  test("reports elements of a set, in any order", () => {
    const kinds = (...types: string[]) =>
      stream({ subscriptions: types.map((eventType) => ({ eventType })) });
    expect(
      propertyDiff(
        streams,
        kinds("user.created", "user.deleted", "user.updated"),
        kinds("group.created", "user.deleted", "user.updated"),
      ),
    ).toEqual([
      { path: "subscriptions[]", expected: { eventType: "user.created" } },
      { path: "subscriptions[]", live: { eventType: "group.created" } },
    ]);
  });

  test("reports differences in lists and under names that the schema does not have", () => {
    expect(propertyDiff({}, { "a.b": [1, { c: 2 }] }, { "a.b": [1, { c: 3 }, 4] })).toEqual([
      { path: '["a.b"][1].c', expected: 2, live: 3 },
      { path: '["a.b"][2]', live: 4 },
    ]);
    expect(propertyDiff({}, {}, { constructor: 1 })).toEqual([{ path: "constructor", live: 1 }]);
  });

  test("reports nothing if and only if the values are equal", () => {
    fc.assert(
      fc.property(oddities(streams), oddities(streams), (one, other) => {
        expect(propertyDiff(streams, one, jsonCopy(one))).toEqual([]);
        const paths = propertyDiff({}, one, other).length;
        expect(paths === 0).toBe(isDeepStrictEqual(one, other));
      }),
    );
  });
});

describe("a secret", () => {
  test("is reported as [secret], changed or removed", () => {
    const bearer = authorized({ method: "bearer", token: secret });
    expect(propertyDiff(streams, bearer, authorized({ method: "bearer" }))).toEqual([
      {
        path: "destination.configuration.webhookAuthorization.token",
        expected: "[secret]",
      },
    ]);
    expect(propertyDiff(streams, bearer, bridge({}))).toContainEqual({
      path: "destination.configuration.webhookAuthorization",
      expected: { method: "bearer", token: "[secret]" },
    });
  });

  test("is everything except the type if the schema does not know the type", () => {
    const live = to({ type: "kafka", configuration: { topic: "canary" } });
    const [type, configuration] = propertyDiff(streams, stream(), live);
    expect(type).toEqual({ path: "destination.type", expected: "webhook", live: "kafka" });
    expect(configuration).toMatchObject({ path: "destination.configuration", live: "[secret]" });
  });

  test("is never in the reports of random inputs", () => {
    for (const schema of schemas) {
      const inputs = inputsOf(schema).map((value) => marked(schema, value as Json));
      fc.assert(
        fc.property(inputs, inputs, (one, other) => {
          const shown = [
            propertyDiff(schema, one, other),
            maskSecrets(schema, one),
            maskSecrets({}, { secret }),
          ];
          expect(JSON.stringify(shown)).not.toContain("canary");
        }),
      );
    }
  });
});

/** The same value with a unique word in each secret. */
const marked = (schema: Schema, value: Json): Json =>
  mapSecrets(schema, value, (secret) => `canary ${secret}`);
