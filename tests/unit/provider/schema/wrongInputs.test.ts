import { describe, expect, test } from "@jest/globals";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import { validator } from "../../../../provider/schema/validate";
import { canaries } from "../../../support/values/samples";
import { wrongInputs } from "../../../support/values/wrongInputs";

describe.each(Object.entries(wrongInputs))("%s", (name, rows) => {
  const { inputs, outputs } = resourceSchema(name);

  test.each(rows)("%s is told in full", (_what, args, ...problems) => {
    expect(validator(inputs, { outputs })(args)).toEqual(problems);
  });
});

test("no text speaks of schemas, nor repeats a secret", () => {
  const texts = Object.values(wrongInputs).flatMap((rows) => rows.flatMap(([, , ...told]) => told));
  expect(texts.length).toBeGreaterThan(140);
  expect(texts.filter((text) => /schema|oneOf|pattern|keyword|instance/i.test(text))).toEqual([]);
  for (const secret of Object.values(canaries)) expect(texts.join("\n")).not.toContain(secret);
});
