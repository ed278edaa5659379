import { describe, expect, test } from "@jest/globals";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import { validator } from "../../../../provider/schema/validate";
import { kinds } from "../../../support/values/kinds";

describe.each(kinds)("$name", ({ name, wrong }) => {
  const { inputs, outputs } = resourceSchema(name);

  test.each(wrong)("%s is reported with every message", (_mistake, args, ...messages) => {
    expect(validator(inputs, { outputs })(args)).toEqual(messages);
  });
});

test("no message contains a term of JSON Schema or a secret", () => {
  const all = kinds.flatMap(({ wrong }) => wrong.flatMap(([, , ...messages]) => messages));
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((text) => /schema|oneOf|pattern|keyword|instance/i.test(text))).toEqual([]);
  for (const secret of kinds.flatMap(({ canaries }) => canaries))
    expect(all.join("\n")).not.toContain(secret);
});
