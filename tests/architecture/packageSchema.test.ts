import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { pluginSchema } from "../../provider/adapters/plugin/pluginSchema";
import { schemaWithLookups } from "../../provider/lookups/lookups";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { removeTemporaryFolders, run, temporaryFolder } from "../support/project";

afterAll(removeTemporaryFolders);

/** Keys whose values are named nodes: types, resources, functions, properties. */
const named = ["types", "resources", "functions", "variables", "properties", "inputProperties"];

/** Every named node of the schema, by its path. */
function nodesIn(node: object, path = ""): [string, { description?: string }][] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null || key === "language") return [];
    const nested = nodesIn(value, `${path}/${key}`);
    const own = Object.entries<object>(named.includes(key) ? value : {});
    return [
      ...own.map(([name, one]) => [`${path}/${key}/${name}`, one] as [string, object]),
      ...nested,
    ];
  });
}

test("the schema describes every type, resource, function, variable and property", () => {
  // Documentation and editors show descriptions, so each is a full sentence.
  const isSentence = (text = "") => /^[A-Z`].{4,}[.]$/s.test(text);
  const nodes = nodesIn(schemaWithLookups);
  const undescribed = nodes.filter(([, { description }]) => !isSentence(description));
  expect(nodes.length).toBeGreaterThan(80);
  expect(undescribed.map(([path]) => path)).toEqual([]);
});

// `make check` checks schema.json itself.
test("the schema that the plugin publishes passes `pulumi schema check`", async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, "schema.json"), JSON.stringify(pluginSchema()));
  const env = { ...process.env, ...baseEnvironment(home, await pulumiFolder()) };
  const checked = await run("pulumi", ["schema", "check", "schema.json"], home, env);
  expect(checked).toMatchObject({ code: 0, text: "" });
});
