import { describe, expect, test } from "@jest/globals";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import { validator } from "../../../../provider/schema/validate";
import { canaries } from "../../../support/values/samples";
import { wrongInputs } from "../../../support/values/wrongInputs";

describe.each(Object.entries(wrongInputs))("%s", (name, rows) => {
  const { inputs, outputs } = resourceSchema(name);

  test.each(rows)("%s is reported with every message", (_mistake, args, ...messages) => {
    expect(validator(inputs, { outputs })(args)).toEqual(messages);
  });
});

test("no message contains a term of JSON Schema or a secret", () => {
  const rows = Object.values(wrongInputs).flat();
  const all = rows.flatMap(([, , ...messages]) => messages);
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((text) => /schema|oneOf|pattern|keyword|instance/i.test(text))).toEqual([]);
  for (const secret of Object.values(canaries)) expect(all.join("\n")).not.toContain(secret);
});
