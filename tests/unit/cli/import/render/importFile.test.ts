import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { importFile } from "../../../../../cli/import/render/importFile";
import { resourceSchema } from "../../../../../provider/schema/packageSchema";
import { secretTexts } from "../../../../../provider/schema/secrets";
import { providerKey } from "../../../../../provider/stateStrings";
import { inputsOf } from "../../../../support/values/arbitrary";
import { plannedObject } from "../../../../support/values/importPlans";

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

test("the import file of the dynamic provider marks every secret of any inputs and nothing else, even if the plan lacks it", () => {
  const schema = resourceSchema("EventStream").inputs;
  fc.assert(
    fc.property(inputsOf(schema), (inputs) => {
      const object = plannedObject({ inputs, outputs: inputs });
      const { marked, resources } = unmarked(importFile([object], false));
      expect([resources[0].inputs, resources[0].outputs]).toEqual([inputs, inputs]);
      const secrets = secretTexts(schema, inputs);
      expect(marked).toEqual([...secrets, ...secrets]);
    }),
  );
});
