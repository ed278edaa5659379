import { describe, expect, test } from "@jest/globals";
import { deliveriesFunction } from "../../../provider/functions/deliveries";
import * as resources from "../../../provider/resources";
import { readPage } from "../../support/guides";

describe("docs/pipelines.md", () => {
  const page = readPage("docs/pipelines.md");
  const scopesOf = (operations: string[]) =>
    Object.values(resources).flatMap((definition) =>
      Object.entries(definition).flatMap(([operation, value]) =>
        operations.includes(operation) && typeof value === "object" && "scope" in value
          ? [String(value.scope)]
          : [],
      ),
    );

  test.each([
    ["preview", []],
    ["apply", ["create", "read", "update", "delete"]],
    ["drift", ["read"]],
  ])("lists for the job %s the permissions that the provider needs", (job, operations) => {
    const [table = ""] = /^\| job \| permissions[\s\S]*?\n\n/m.exec(page) ?? [];
    const [row = ""] = new RegExp(`^\\| ${job} \\|.*`, "m").exec(table) ?? [];
    const listed = row.match(/\b(?:create|read|update|delete):\w+/g) ?? [];
    const needed = [...scopesOf(operations), deliveriesFunction.operation.scope];

    expect([...new Set(listed)].sort()).toEqual([...new Set(needed)].sort());
  });
});
