import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { applications } from "../../../../../cli/ci/init/permissions";
import { root } from "../../../../support/project";

const scopesIn = (text = "") =>
  [...new Set(text.match(/\b(?:create|read|update|delete):\w+/g) ?? [])].sort();

test.each(["preview", "apply", "drift"] as const)(
  "the application of %s has the permissions in the guide",
  (job) => {
    const guide = readFileSync(join(root, "docs/pipelines.md"), "utf8");
    const [table = ""] = /^\| job \| permissions[\s\S]*?\n\n/m.exec(guide) ?? [];
    const row = new RegExp(`^\\| ${job} \\| .*$`, "m").exec(table)?.[0];
    expect(scopesIn(applications()[job])).toEqual(scopesIn(row));
  },
);
