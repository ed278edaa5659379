import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { licenseNotices, packagesOf } from "../../../../tools/plugin/bundledPackages";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

let root: string;

beforeEach(() => {
  root = temporaryFolder();
});

afterAll(removeTemporaryFolders);

/** Installs a package with these files. Returns the path of one of its sources. */
function installed(name: string, version: string, files: Record<string, string>): string {
  const folder = join(root, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name: name.split("/node_modules/").at(-1), version, license: "MIT" };
  const all = { ...files, "package.json": JSON.stringify(manifest) };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
  return join(folder, "lib", "index.js");
}

test("a package is listed once, with its scope, its own version and without files of the project", () => {
  const files = [
    installed("@scope/a", "1.0.0", {}),
    join(root, "node_modules", "@scope", "a", "other.js"),
    installed("@scope/a/node_modules/b", "2.0.0", {}),
    join(root, "provider", "index.ts"),
  ];
  expect(packagesOf(files).map(({ name, version }) => `${name}@${version}`)).toEqual([
    "@scope/a@1.0.0",
    "b@2.0.0",
  ]);
});

test("the notices have all license files of a package, and equal texts once", () => {
  const files = [
    installed("a", "1.0.0", { LICENSE: "Shared terms", NOTICE: "Made by A", "index.js": "code" }),
    installed("b", "1.0.0", { "license.md": "Terms of B\r\nin two lines\r\n" }),
    installed("c", "1.0.0", { "license.md": "Terms of B\nin two lines" }),
  ];
  const [, ofA, ofBAndC, ...others] = licenseNotices(packagesOf(files)).split(/\n-+\n\n/);
  expect(ofA).toBe("a 1.0.0 (MIT)\n\nShared terms\n\nMade by A\n");
  expect(ofBAndC).toBe("b 1.0.0 (MIT)\nc 1.0.0 (MIT)\n\nTerms of B\nin two lines\n");
  expect(others).toEqual([]);
});

test("the notices have the README's license section if a package has no license file", () => {
  const readme = "# a\n\nText\n\nLicense\n-------\n\nTerms of A\n";
  const files = [installed("a", "1.0.0", { "README.md": readme })];
  expect(licenseNotices(packagesOf(files))).toMatch(/\n\na 1\.0\.0 \(MIT\)\n\nTerms of A\n$/);
});

test("a package without a license text cannot be bundled", () => {
  const files = [installed("a", "1.0.0", { "README.md": "# a\n\nIts license is MIT.\n" })];
  expect(() => licenseNotices(packagesOf(files))).toThrow(/^a has no license text in /);
});
