import { copyFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mustRun } from "../process";

/**
 * Node finds a program in its own executable by these names:
 * https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html
 */
const resource = "NODE_SEA_BLOB";
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Prepares a bundle for single executables, and returns the path of the result in `folder`. `node` must
 * be the executables' version of Node. The result is the same on every platform.
 */
export async function makeProgram(code: string, node: string, folder: string): Promise<string> {
  const settings = {
    main: "main.js",
    output: "program.blob",
    disableExperimentalSEAWarning: true,
    // Both would contain code for the platform of `node`.
    useSnapshot: false,
    useCodeCache: false,
  };
  writeFileSync(join(folder, settings.main), code);
  writeFileSync(join(folder, "sea-config.json"), JSON.stringify(settings));
  await mustRun(node, ["--experimental-sea-config", "sea-config.json"], { cwd: folder });
  return join(folder, settings.output);
}

export async function makeExecutable(node: string, program: string, target: string): Promise<void> {
  copyFileSync(node, target);
  // It runs in its own process, because it takes 900 MB, and warns about section names that aren't used.
  const postject = join(dirname(require.resolve("postject/package.json")), "dist", "cli.js");
  const args = [postject, target, resource, program, "--sentinel-fuse", sentinelFuse];
  await mustRun(process.execPath, args);
}
