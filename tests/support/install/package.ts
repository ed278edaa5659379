import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import packageManifest from "../../../package.json";
import { filesIn, mustRun, root, temporaryFolder } from "../project";

/** The entries that npm packs. The others begin with "!" and exclude files. */
const packedEntries = packageManifest.files.filter((entry) => !entry.startsWith("!"));
/** The files that `npm pack` reads, including three that are in every tarball. */
const packedSources = [...packedEntries, "package.json", "README.md", "LICENSE"];

/** The repository's own tarball, packed once for each content of its files. */
export async function packRepository(): Promise<string> {
  const folder = join(root, "node_modules", ".cache", "tarballs", contentHash(packedSources));
  const file = join(folder, "package.tgz");
  if (existsSync(file)) return file;

  const target = temporaryFolder();
  const { stdout } = await mustRun("npm", ["pack", "--json", "--pack-destination", target], root);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  mkdirSync(folder, { recursive: true });
  // The file is renamed, so that concurrent test files see the whole tarball or none.
  const unfinished = `${file}.${process.pid}`;
  copyFileSync(join(target, packed?.filename ?? ""), unfinished);
  renameSync(unfinished, file);
  return file;
}

/** A hash of the paths and the contents of files and folders of the repository. */
function contentHash(names: string[]): string {
  const paths = names.flatMap((name) =>
    statSync(join(root, name)).isFile()
      ? [name]
      : filesIn(join(root, name)).map((path) => join(name, path)),
  );
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest("hex").slice(0, 12);
}
