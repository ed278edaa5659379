import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Language, languages } from "../../../../../cli/import/languages";
import { importFile } from "../../../../../cli/import/render/importFile";
import { resourceSchema } from "../../../../../provider/schema/packageSchema";
import { secretTexts } from "../../../../../provider/schema/secrets";
import { isObject, type Json, mapProps, type Props } from "../../../../../provider/shared/json";
import { inputsOf } from "../../../../support/values/arbitrary";
import {
  knownToken,
  plannedObject,
  plannedPolicy,
  plannedWebhook,
} from "../../../../support/values/importPlans";
import { leaksIn } from "../../../../support/values/leaks";

const [typescript, ...pluginLanguages] = languages as [Language, ...Language[]];

interface Entry {
  inputs: Props;
  outputs: Props;
}
const entries = (text: string): Entry[] => JSON.parse(text).resources;

/** The texts in a value that are marked, and the value without the marks. */
function unmark(value: Json, secrets: string[]): Json {
  if (Array.isArray(value)) return value.map((item) => unmark(item, secrets));
  if (!isObject(value)) return value;
  // The mark that the engine reads: sdk/go/common/resource/sig of pulumi/pulumi.
  if (value["4dabf18193072939515e22adb298388d"] === "1b47061264138c4ac30d75fd1eb44270") {
    const text = JSON.parse(`${value.plaintext}`);
    secrets.push(text);
    return text;
  }
  return mapProps(value, (item) => unmark(item, secrets));
}

describe("the import file of the dynamic provider", () => {
  test("has the type, name, id, inputs and outputs of every object, each with its __provider", () => {
    const policy = plannedPolicy();
    const __provider =
      'exports.handler = () => require("pulumi-auth0-native/provider").rateLimitPolicy;';
    expect(entries(importFile([policy], typescript))).toEqual([
      {
        type: "pulumi-nodejs:dynamic/auth0-native:RateLimitPolicy",
        name: "partners",
        id: "rlp_2222222222222222222222",
        inputs: { ...policy.inputs, __provider },
        outputs: { ...policy.outputs, __provider },
      },
    ]);
  });

  test("marks every secret of any inputs, whether the plan lists it or not, and nothing else", () => {
    const schema = resourceSchema("EventStream").inputs;
    fc.assert(
      fc.property(inputsOf(schema), (inputs) => {
        const object = plannedObject({ inputs, outputs: inputs });
        const [entry] = entries(importFile([object], typescript)) as [Entry];
        for (const { __provider, ...stored } of [entry.inputs, entry.outputs]) {
          const secrets: string[] = [];
          expect(unmark(stored, secrets)).toEqual(inputs);
          expect(secrets).toEqual(secretTexts(schema, inputs));
        }
      }),
    );
  });
});

describe.each(pluginLanguages)("the import file for $name", (pluginLanguage) => {
  test("has types, names and ids alone, and no secret", () => {
    const text = importFile([plannedWebhook(knownToken), plannedPolicy()], pluginLanguage);
    expect(leaksIn(text)).toEqual([]);
    expect(JSON.parse(text)).toEqual({
      resources: [
        { type: "auth0-native:index:EventStream", name: "crm", id: "est_1111111111111111111111" },
        {
          type: "auth0-native:index:RateLimitPolicy",
          name: "partners",
          id: "rlp_2222222222222222222222",
        },
      ],
    });
  });
});
