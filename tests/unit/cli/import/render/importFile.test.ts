import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Language, languages } from "../../../../../cli/import/languages";
import { importFile } from "../../../../../cli/import/render/importFile";
import { resourceSchema } from "../../../../../provider/schema/packageSchema";
import { secretTexts } from "../../../../../provider/schema/secrets";
import { providerKey } from "../../../../../provider/stateContract";
import { inputsOf } from "../../../../support/values/arbitrary";
import {
  knownToken,
  plannedObject,
  plannedPolicy,
  plannedWebhook,
} from "../../../../support/values/importPlans";
import { leaksIn } from "../../../../support/values/leaks";

const [typescript, ...pluginLanguages] = languages as [Language, ...Language[]];

/** The texts that the resources of a file have marked as secrets, and the resources without the marks. */
function unmarked(file: string) {
  const marked: string[] = [];
  const { resources } = JSON.parse(file, (key, value) => {
    if (key === providerKey) return undefined;
    // The engine reads this mark (sdk/go/common/resource/sig of pulumi/pulumi).
    if (value?.["4dabf18193072939515e22adb298388d"] !== "1b47061264138c4ac30d75fd1eb44270")
      return value;
    marked.push(JSON.parse(value.plaintext));
    return marked.at(-1);
  });
  return { marked, resources };
}

describe("the import file of the dynamic provider", () => {
  test("has the type, name, id, inputs and outputs of every object, each with its __provider", () => {
    const policy = plannedPolicy();
    const __provider =
      'exports.handler = () => require("pulumi-auth0-native/provider").rateLimitPolicy;';
    expect(JSON.parse(importFile([policy], typescript)).resources).toEqual([
      {
        type: "pulumi-nodejs:dynamic/auth0-native:RateLimitPolicy",
        name: "partners",
        id: "rlp_2222222222222222222222",
        inputs: { ...policy.inputs, __provider },
        outputs: { ...policy.outputs, __provider },
      },
    ]);
  });

  test("marks every secret of any inputs and nothing else, even if the plan lacks it", () => {
    const schema = resourceSchema("EventStream").inputs;
    fc.assert(
      fc.property(inputsOf(schema), (inputs) => {
        const object = plannedObject({ inputs, outputs: inputs });
        const { marked, resources } = unmarked(importFile([object], typescript));
        expect([resources[0].inputs, resources[0].outputs]).toEqual([inputs, inputs]);
        const secrets = secretTexts(schema, inputs);
        expect(marked).toEqual([...secrets, ...secrets]);
      }),
    );
  });
});

describe.each(pluginLanguages)("the import file for $name", (pluginLanguage) => {
  test("has only types, names, and ids", () => {
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
