import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { licenseNotices, packagesOf } from "../../../../tools/plugin/bundledPackages";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

test("a package without a license text cannot be bundled", () => {
  const folder = join(temporaryFolder(), "node_modules", "a");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"a","version":"1.0.0","license":"MIT"}');
  writeFileSync(join(folder, "README.md"), "# a\n\nIts license is MIT.\n");
  expect(() => licenseNotices(packagesOf([join(folder, "lib", "index.js")]))).toThrow(
    /^a has no license text in /,
  );
});
