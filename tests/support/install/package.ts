import { join } from "node:path";
import { mustRun, temporaryFolder } from "../project";

/** Milliseconds: the first installation on a machine downloads, and may have to get the CLI. */
export const patience = 900_000;

export interface Tarball {
  file: string;
  /** What is in it, as npm tells it. */
  contents: string[];
}

/** What would be published of a folder, as it stands there: built. */
export async function pack(source: string): Promise<Tarball> {
  const target = temporaryFolder();
  const { stdout } = await mustRun("npm", ["pack", "--json", "--pack-destination", target], source);
  const report = JSON.parse(stdout)[0] as { filename: string; files: { path: string }[] };
  return {
    file: join(target, report.filename),
    contents: report.files.map(({ path }) => path).sort(),
  };
}
