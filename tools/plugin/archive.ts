import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "tar";
import { withTemporaryFolder } from "../../cli/shared/files";
import { engines, version } from "../../package.json";
import { pluginPackage } from "../../provider/stateStrings";
import { type NodeBinary, nodeVersion } from "./nodeBinary";
import { makeExecutable } from "./singleExecutable";

const root = join(__dirname, "..", "..");
/** The npm package's folder with the plugin, which is complete after `npm run build`. */
export const pluginFolder = join(root, "plugin");

/** Pulumi's name of the executable of a resource plugin. */
const executableName = `pulumi-resource-${pluginPackage}`;
const notices = "THIRD_PARTY_LICENSES";

/** An operating system and a processor, with Pulumi's names. */
interface Platform {
  os: "linux" | "darwin" | "windows";
  arch: "amd64" | "arm64";
}

/** The name under which Pulumi looks for the archive in a release. */
const archiveName = ({ os, arch }: Platform) =>
  `${executableName}-v${version}-${os}-${arch}.tar.gz`;

/** Archives the plugin as a script, which runs on the user's Node. Returns the archive's name. */
export function archiveScript(platform: Platform, target: string): Promise<string> {
  const command = platform.os === "windows" ? [`${executableName}.cmd`] : [];
  return archive(platform, target, (folder) => {
    for (const name of [executableName, "main.js", notices, ...command]) {
      copyFileSync(join(pluginFolder, name), join(folder, name));
    }
    return `It needs Node ${engines.node.replace(">=", "")} or newer on PATH.`;
  });
}

/** Archives the plugin as a single executable, which contains Node. Returns the archive's name. */
export function archiveExecutable(
  platform: Platform,
  target: string,
  node: NodeBinary,
  program: string,
): Promise<string> {
  return archive(platform, target, async (folder) => {
    await makeExecutable(node.file, program, join(folder, executableName));
    const bundled = readFileSync(join(pluginFolder, notices), "utf8");
    writeFileSync(join(folder, notices), `${bundled}\nNode ${nodeVersion}\n\n${node.license}`);
    // Node's own builds for Linux need these: https://github.com/nodejs/node/blob/v24.x/BUILDING.md
    return (
      `It contains Node ${nodeVersion}. It needs libstdc++ and glibc 2.28 or newer. ` +
      "It doesn't run on Alpine Linux, which has another C library."
    );
  });
}

/** Archives the files that `fill` writes to a folder. `fill` returns a sentence that says what they need. */
function archive(
  platform: Platform,
  target: string,
  fill: (folder: string) => string | Promise<string>,
): Promise<string> {
  return withTemporaryFolder(async (folder) => {
    writeFileSync(join(folder, "README.md"), readme(await fill(folder)));
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    await pack(folder, join(target, archiveName(platform)));
    return archiveName(platform);
  });
}

const readme = (needs: string) => `# ${executableName} ${version}

The Pulumi plugin of the package ${pluginPackage}. ${needs}

    pulumi plugin install resource ${pluginPackage} ${version} --file ARCHIVE
`;

/**
 * Packs the files of a folder. The same files give the same bytes, because order, owner, mode, and date
 * don't depend on the machine.
 */
async function pack(folder: string, file: string): Promise<void> {
  const names = readdirSync(folder).sort();
  for (const name of names) {
    chmodSync(join(folder, name), name === executableName ? 0o755 : 0o644);
  }
  // npm's tarballs have this date for all files. GNU tar warns about files from 1970.
  const mtime = new Date("1985-10-26T08:15:00Z");
  await create({ file, cwd: folder, gzip: { level: 9 }, portable: true, mtime }, names);
}

/** A file's line for `sha256sum --check`. */
export function checksumLine(folder: string, name: string): string {
  const hash = createHash("sha256").update(readFileSync(join(folder, name)));
  return `${hash.digest("hex")}  ${name}\n`;
}
