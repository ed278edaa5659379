import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, buildSync, transformSync } from "esbuild";
import { licenseNotices, packagesOf } from "../plugin/bundledPackages";

/**
 * Bundles the command line with its dependencies into one file, which needs only Node: jobs of a pipeline that run no
 * program get it from an earlier job, and install nothing.
 */

const root = join(__dirname, "..", "..");
const sources = join(root, "cli");
const bin = join(root, "bin", "cli");

const { metafile } = buildSync({
  absWorkingDir: root,
  entryPoints: [join(sources, "index.ts")],
  outfile: join(bin, "index.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  // THIRD_PARTY_LICENSES holds the licenses of all packages.
  legalComments: "none",
  metafile: true,
});
const bundled = packagesOf(Object.keys(metafile.inputs).map((path) => join(root, path)));
writeFileSync(join(bin, "THIRD_PARTY_LICENSES"), licenseNotices(bundled));

cpSync(join(sources, "ci", "init", "templates"), join(bin, "templates"), { recursive: true });
cpSync(join(sources, "reports", "html", "page.css"), join(bin, "page.css"));

// The compiled validators are generated and not read by people. Minifying them more than halves their size.
const validators = join(root, "bin", "provider", "schema", "validators.generated.js");
const options = { minify: true, target: "node20" };
writeFileSync(validators, transformSync(readFileSync(validators, "utf8"), options).code);

// Pulumi's dynamic-provider process loads one file, because eighty take twice as long.
const provider = join(root, "bin", "provider", "index.js");
void build({
  entryPoints: [provider],
  outfile: provider,
  allowOverwrite: true,
  bundle: true,
  platform: "node",
  target: "node20",
  packages: "external",
});
