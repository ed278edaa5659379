import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fillTarget } from "../pulumiBin/cache";
import { findGo, goBuild, type RunGo } from "../pulumiBin/goModules";
import { firstLine, type Job, log } from "../pulumiBin/job";
import { isExecutable } from "../pulumiBin/onPath";
import { OLDEST_GO } from "../pulumiBin/versions";

const GO_AND_PYTHON = path.join(__dirname, "goAndPython");
const YAML_DOTNET_AND_JAVA = path.join(__dirname, "yamlDotnetAndJava");

const HOSTS = ["go", "python", "yaml", "dotnet", "java"].map((name) => `pulumi-language-${name}`);
/** Go programs import this package. Once built, it stays in Go's cache, where the tests' builds find it. */
const PROGRAMS = "github.com/pulumi/pulumi/sdk/v3/go/pulumi/config";
/** Pulumi's script that runs a Python program. */
const PYTHON_SCRIPT = "pulumi-language-python-exec";

/** Builds the language hosts from Go modules, once. */
export async function languageHosts(job: Job): Promise<string> {
  if (holdsHosts(job.target)) return job.target;
  const go = await findGo(job, GO_AND_PYTHON);
  if ("reason" in go) {
    throw new Error(
      [
        "Can't build the language hosts for YAML, Python, and Go, which need Go:",
        `  ${go.reason}`,
        `Install Go ${OLDEST_GO} or newer (https://go.dev/dl/), and run the command again.`,
      ].join("\n"),
    );
  }
  log(job, "Building the language hosts for YAML, Python, and Go with Go.");
  log(job, `This takes 1 to 4 minutes on two cores. Later runs use the result in ${job.target}`);
  return fillTarget(job, (temporary) => build(go.runGo, temporary), holdsHosts);
}

const holdsHosts = (folder: string): boolean =>
  [...HOSTS, PYTHON_SCRIPT].every((name) => isExecutable(path.join(folder, name)));

async function build(runGo: RunGo, temporary: string): Promise<string> {
  const bin = path.join(temporary, "bin");
  mkdirSync(bin);
  const executable = (language: string) => path.join(bin, `pulumi-language-${language}`);
  await goBuild(runGo, GO_AND_PYTHON, executable("go"), ".");
  await goBuild(runGo, GO_AND_PYTHON, os.devNull, PROGRAMS);
  await goBuild(runGo, YAML_DOTNET_AND_JAVA, executable("yaml"), ".");
  // An executable serves the language that its name ends with.
  linkSync(executable("go"), executable("python"));
  linkSync(executable("yaml"), executable("dotnet"));
  linkSync(executable("yaml"), executable("java"));
  const sdk = ["list", "-m", "-f={{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const { stdout } = await runGo(GO_AND_PYTHON, sdk);
  const script = path.join(firstLine(stdout), "python", "cmd", PYTHON_SCRIPT);
  copyFileSync(script, path.join(bin, PYTHON_SCRIPT));
  // Files in Go's module cache are read-only.
  chmodSync(path.join(bin, PYTHON_SCRIPT), 0o755);
  return bin;
}

/** A hash of the Go sources below a folder, so that executables of other sources get another name. */
export function sourcesHash(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.go$|\bgo\.(mod|sum)$/.test(name))
    .sort();
  for (const name of names) {
    hash.update(`${name}\n${readFileSync(path.join(folder, name), "utf8")}\n`);
  }
  return hash.digest("hex").slice(0, 12);
}
