import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archiveExecutable, archiveScript, checksumLine, pluginFolder } from "./archive";
import { bundlePlugin } from "./bundle";
import { downloadNode, type NodePlatform } from "./nodeBinary";
import { billOfMaterials } from "./sbom";
import { makeProgram } from "./singleExecutable";

/** Makes the archives of a release, their bill of materials and the checksums in dist/. */

const target = join(__dirname, "..", "..", "dist");
const bill = "sbom.cdx.json";

/** Pulumi's names of the processors, and the packages with Node for Linux. */
const processors = [
  { arch: "amd64", node: "linux-x64" },
  { arch: "arm64", node: "linux-arm64" },
] as const;

/**
 * Single executables. They are made for Linux alone: macOS runs only signed ones, and Windows warns about
 * unsigned ones.
 */
async function archiveExecutables(temporary: string): Promise<string[]> {
  const emptyFolder = (name: string) => {
    mkdirSync(join(temporary, name));
    return join(temporary, name);
  };
  const download = (node: NodePlatform) => downloadNode(node, emptyFolder(node));
  const code = readFileSync(join(pluginFolder, "main.js"), "utf8");
  const own = await download(`linux-${process.arch}` as NodePlatform);
  const program = await makeProgram(code, own.file, emptyFolder("program"));
  const names: string[] = [];
  for (const { arch, node } of processors) {
    const binary = node === `linux-${process.arch}` ? own : await download(node);
    names.push(await archiveExecutable({ os: "linux", arch }, target, binary, program));
  }
  return names;
}

async function archiveScripts(): Promise<string[]> {
  const names: string[] = [];
  for (const os of ["darwin", "windows"] as const) {
    for (const { arch } of processors) names.push(await archiveScript({ os, arch }, target));
  }
  return names;
}

async function main(): Promise<void> {
  if (process.platform !== "linux") {
    throw new Error("The archives are made on Linux: Node for Linux prepares its executables.");
  }
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const temporary = mkdtempSync(join(tmpdir(), "auth0-native-release-"));
  try {
    const archives = [...(await archiveExecutables(temporary)), ...(await archiveScripts())];
    writeFileSync(join(target, bill), billOfMaterials((await bundlePlugin()).packages));
    const names = [...archives, bill];
    const lines = names.map((name) => checksumLine(target, name));
    writeFileSync(join(target, "SHA256SUMS"), lines.join(""));
    process.stdout.write(lines.join(""));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

void main();
