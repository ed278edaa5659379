import { expect, test } from "@jest/globals";
import { stringify } from "yaml";
import { programIn } from "../../../tools/generate/examples/program";

test.each([
  ["configuration that is not secret", { config: { host: { type: "string" } } }],
  [
    "an argument from another resource",
    { resources: { a: { type: "a:A", properties: { b: `\${c.id}` } } } },
  ],
  [
    "an argument with text around a secret",
    { resources: { a: { type: "a:A", properties: { b: `x\${c}` } } } },
  ],
  ["an output that is not a path", { outputs: { first: `\${all.items[0]}` } }],
])("an example with %s is rejected, because no converter supports it", (_what, content) => {
  expect(() => programIn(stringify(content))).toThrow(/^(host|"\$\{c\.id\}"|"x\$\{c\}"|first): /);
});
