import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withTemporaryFolder } from "../../cli/shared/files";
import { archiveExecutable, archiveScript, checksumLine, pluginFolder } from "./archive";
import { downloadNode, type Processor } from "./nodeBinary";
import { makeProgram } from "./singleExecutable";

/** Writes a release's archives and their checksums to dist/. */

const target = join(__dirname, "..", "..", "dist");

/** Returns the names of the archives. */
async function archiveAll(temporary: string): Promise<string[]> {
  // Only Linux gets single executables, because macOS runs only signed ones, and Windows warns about
  // unsigned ones.
  const nodes = {
    x64: await downloadNode("x64", temporary),
    arm64: await downloadNode("arm64", temporary),
  };
  const code = readFileSync(join(pluginFolder, "main.js"), "utf8");
  const program = await makeProgram(code, nodes[process.arch as Processor].file, temporary);
  return [
    await archiveExecutable({ os: "linux", arch: "amd64" }, target, nodes.x64, program),
    await archiveExecutable({ os: "linux", arch: "arm64" }, target, nodes.arm64, program),
    await archiveScript({ os: "darwin", arch: "amd64" }, target),
    await archiveScript({ os: "darwin", arch: "arm64" }, target),
    await archiveScript({ os: "windows", arch: "amd64" }, target),
    await archiveScript({ os: "windows", arch: "arm64" }, target),
  ];
}

async function main(): Promise<void> {
  if (process.platform !== "linux") {
    throw new Error(
      "Run this on Linux, because Node for Linux has to prepare the executables in the archives.",
    );
  }
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const names = await withTemporaryFolder(archiveAll);
  const lines = names.map((name) => checksumLine(target, name)).join("");
  writeFileSync(join(target, "SHA256SUMS"), lines);
  process.stdout.write(lines);
}

void main();
