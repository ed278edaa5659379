import { join } from "node:path";
import { mustRun } from "../process";
import { root } from "./root";

/** Code in TypeScript, or the text of another file, as `biome format` writes it. */
export async function formatted(code: string, path = "sdk/generated.ts"): Promise<string> {
  const biome = join(root, "node_modules", ".bin", "biome");
  const args = ["format", `--stdin-file-path=${path}`];
  return (await mustRun(biome, args, { cwd: root, input: code })).stdout;
}
