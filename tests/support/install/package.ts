import { join } from "node:path";
import { mustRun, temporaryFolder } from "../project";

/** Milliseconds: the first installation on a machine downloads packages and may build the CLI. */
export const installTimeout = 900_000;

export interface Tarball {
  file: string;
  /** The paths of its files, as `npm pack` reports them. */
  contents: string[];
}

/** Packs the package in a folder as `npm publish` would; the folder has to be built. */
export async function pack(source: string): Promise<Tarball> {
  const target = temporaryFolder();
  const { stdout } = await mustRun("npm", ["pack", "--json", "--pack-destination", target], source);
  const report = JSON.parse(stdout)[0] as { filename: string; files: { path: string }[] };
  return {
    file: join(target, report.filename),
    contents: report.files.map(({ path }) => path).sort(),
  };
}
