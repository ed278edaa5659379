import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { deliveriesFunction } from "../../../../../provider/functions/deliveries";
import * as resources from "../../../../../provider/resources";
import { lookups } from "../../../../../provider/resources/lookups";
import { examplePlan } from "../../../../support/pipelines/plans";
import { root } from "../../../../support/project";

const scopesIn = (text = "") =>
  [...new Set(text.match(/\b(?:create|read|update|delete):\w+/g) ?? [])].sort();

const scopesOf = (operations: string[]) =>
  Object.values(resources).flatMap((definition) =>
    Object.entries(definition).flatMap(([operation, value]) =>
      operations.includes(operation) && typeof value === "object" && "scopes" in value
        ? value.scopes
        : [],
    ),
  );

const guide = readFileSync(join(root, "docs/pipelines.md"), "utf8");
const workflows = pipelineFiles("github", examplePlan);
const gitlab = pipelineFiles("gitlab", examplePlan)[0]?.text ?? "";

const ofFunctions = [
  ...deliveriesFunction.operation.scopes,
  ...Object.values(lookups).flatMap(({ definition }) => definition.list.scopes),
];

describe.each([
  ["preview" as const, [], ofFunctions],
  ["apply" as const, ["create", "read", "update", "delete"], ofFunctions],
  ["drift" as const, ["read"], []],
])("the application of %s has the permissions that the provider needs", (job, operations, more) => {
  const needed = [...new Set([...scopesOf(operations), ...more])].sort();

  test("in the pipelines", () => {
    const workflow = workflows.find(({ path }) => path.endsWith(`${job}.yml`));
    expect(scopesIn(workflow?.text)).toEqual(needed);
    const [, comment] = new RegExp(`((?:^#.*\\n)+)${job}:`, "m").exec(gitlab) ?? [];
    expect(scopesIn(comment)).toEqual(needed);
  });

  test("in the guide", () => {
    const [table = ""] = /^\| job \| permissions[\s\S]*?\n\n/m.exec(guide) ?? [];
    const row = new RegExp(`^\\| ${job} \\| .*$`, "m").exec(table)?.[0];
    expect(scopesIn(row)).toEqual(needed);
  });
});
