import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { type BundledPackage, licenseNotices, packagesOf } from "./bundledPackages";

const root = join(__dirname, "..", "..");

export interface Bundle {
  /** A CommonJS file that needs only Node, and no package. */
  code: string;
  /** The absolute paths of the files that the bundle is made from. */
  sources: string[];
  /** The npm packages that these files belong to. */
  packages: BundledPackage[];
}

/** Bundles the plugin with its dependencies. The same sources give the same bytes. */
export async function bundlePlugin(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["provider/adapters/plugin/main.ts"],
    bundle: true,
    platform: "node",
    target: "node20",
    minify: true,
    // THIRD_PARTY_LICENSES holds the licenses of all packages.
    legalComments: "none",
    // @grpc/grpc-js loads this package only to serve channelz and ORCA, which the plugin doesn't serve. It
    // would add protobufjs, a tenth of the bundle.
    external: ["@grpc/proto-loader"],
    write: false,
    metafile: true,
  });
  const sources = Object.keys(metafile.inputs).map((path) => resolve(root, path));
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild returned no file.");
  return { code: file.text, sources, packages: packagesOf(sources) };
}

/** Completes plugin/, the folder of the npm package that Pulumi starts the plugin from. */
async function main(): Promise<void> {
  const { code, packages } = await bundlePlugin();
  writeFileSync(join(root, "plugin", "main.js"), code);
  writeFileSync(join(root, "plugin", "THIRD_PARTY_LICENSES"), licenseNotices(packages));
}

if (require.main === module) void main();
