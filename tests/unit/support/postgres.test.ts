import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { copyBinaries, serverUser } from "../../support/engine/postgres";
import { mustRun, removeTemporaryFolders, temporaryFolder } from "../../support/project";

afterAll(removeTemporaryFolders);

test.each([
  ["made by the install script", true],
  ["not yet made", false],
])("a copy of PostgreSQL's binaries has links of its own, where they are %s", (_, linked) => {
  const delivered = temporaryFolder();
  mkdirSync(join(delivered, "lib"));
  writeFileSync(join(delivered, "lib", "libpq.so.5.18"), "a library");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(join(delivered, "pg-symlinks.json"), JSON.stringify(links));
  if (linked) symlinkSync("libpq.so.5.18", join(delivered, "lib", "libpq.so.5"));

  const copied = join(copyBinaries(delivered, temporaryFolder()), "lib", "libpq.so.5");
  expect(readlinkSync(copied)).toBe("libpq.so.5.18");
  expect(readFileSync(copied, "utf8")).toBe("a library");
});

test("a copy of PostgreSQL's binaries runs as the server's user, where only root may run the original", async () => {
  const delivered = temporaryFolder();
  writeFileSync(join(delivered, "pg-symlinks.json"), "[]", { mode: 0o600 });
  writeFileSync(join(delivered, "initdb"), "#!/bin/sh\ncat pg-symlinks.json", { mode: 0o700 });

  const native = copyBinaries(delivered, temporaryFolder());
  const { stdout } = await mustRun(join(native, "initdb"), [], native, process.env, serverUser);
  expect(stdout).toBe("[]");
});
