import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fillTarget } from "./cache";
import { buildAll, findGo, type GoModule } from "./goModules";
import { type Job, log, type Outcome } from "./job";
import { executables } from "./onPath";
import { PULUMI, TOOLS } from "./versions";

/** Folders in tools/ with a Go module. Each module's tool becomes the executable of that name. */
const MODULES = ["pulumi", "pulumi-language-nodejs"];

/** Builds the CLI from Pulumi's published Go modules. */
export async function builtWithGo(job: Job): Promise<Outcome> {
  const go = await findGo(job, path.join(TOOLS, "pulumi"));
  if ("reason" in go) return go;

  log(job, `No ready-made Pulumi CLI is available. Building ${PULUMI} with Go.`);
  log(job, `This takes 3 to 5 minutes on two cores, once. The result is kept in ${job.target}`);
  const folder = await fillTarget(job, async (temporary) => {
    const bin = path.join(temporary, "bin");
    mkdirSync(bin);
    const modules = MODULES.map((name, index): GoModule => {
      const executable = path.join(bin, executables(job.platform)[index] ?? name);
      return { folder: path.join(TOOLS, name), executables: { tool: executable } };
    });
    await buildAll(job, go.runGo, modules);
    copyWrapper(bin, job.platform);
    return bin;
  });
  return { folder };
}

function copyWrapper(bin: string, platform: NodeJS.Platform): void {
  const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));
  const wrapper = "pulumi-resource-pulumi-nodejs";
  for (const name of platform === "win32" ? [wrapper, `${wrapper}.cmd`] : [wrapper]) {
    copyFileSync(path.join(sdk, name), path.join(bin, name));
    chmodSync(path.join(bin, name), 0o755);
  }
}
