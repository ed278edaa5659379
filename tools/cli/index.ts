import { cpSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { minifyValidators } from "./minifyValidators";

/** Bundles the command line into one file, which is half as large as its compiled modules. */

const root = join(__dirname, "..", "..");
const sources = join(root, "cli");

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
  outfile: join(root, "bin", "cli", "index.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  plugins: [ownFilesOnly],
});

const templates = join(root, "bin", "cli", "templates");
cpSync(join(sources, "ci", "init", "templates"), templates, { recursive: true });

minifyValidators(join(root, "bin", "provider", "schema", "validators.generated.js"));
