import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { copyBinaries } from "../../support/engine/postgres";
import { removeTemporaryFolders, temporaryFolder } from "../../support/project";

afterAll(removeTemporaryFolders);

test.each([
  ["made by the install script", true],
  ["not yet made", false],
])("a copy of PostgreSQL's binaries has links of its own, where they are %s", (_, linked) => {
  const [delivered, native] = [temporaryFolder(), join(temporaryFolder(), "native")];
  mkdirSync(join(delivered, "lib"));
  writeFileSync(join(delivered, "lib", "libpq.so.5.18"), "a library");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(join(delivered, "pg-symlinks.json"), JSON.stringify(links));
  if (linked) symlinkSync("libpq.so.5.18", join(delivered, "lib", "libpq.so.5"));

  copyBinaries(delivered, native);
  const copied = join(native, "lib", "libpq.so.5");
  expect(readlinkSync(copied)).toBe("libpq.so.5.18");
  expect(readFileSync(copied, "utf8")).toBe("a library");
});
