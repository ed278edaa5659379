import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type Plugin, transformSync } from "esbuild";

/** Bundles the command line into one file, which is half as large as its compiled modules, and the provider. */

const root = join(__dirname, "..", "..");
const sources = join(root, "cli");
const bin = join(root, "bin", "cli");

/** The command line shares the compiled provider and the schema with programs, and requires npm packages. */
const ownFilesOnly: Plugin = {
  name: "own files only",
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind, path, resolveDir }) => {
      if (kind === "entry-point") return undefined;
      if (!path.startsWith(".")) return { path, external: true };
      const fromSources = relative(sources, join(resolveDir, path)).replaceAll("\\", "/");
      return fromSources.startsWith("../") ? { path: fromSources, external: true } : undefined;
    });
  },
};

void build({
  entryPoints: [join(sources, "index.ts")],
  outfile: join(bin, "index.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  plugins: [ownFilesOnly],
});

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
