import { readFileSync, writeFileSync } from "node:fs";
import { transformSync } from "esbuild";

/** Minifies the compiled validators to less than half their size: they are generated, and nobody reads them. */
export function minifyValidators(file: string): void {
  const { code } = transformSync(readFileSync(file, "utf8"), { minify: true, target: "node20" });
  writeFileSync(file, code);
}
