import { join } from "node:path";
import { mustRun } from "../process";
import { root } from "./root";

/** Code in TypeScript, as `biome format` writes it. */
export async function formatted(code: string): Promise<string> {
  const biome = join(root, "node_modules", ".bin", "biome");
  const args = ["format", "--stdin-file-path=sdk/generated.ts"];
  return (await mustRun(biome, args, { cwd: root, input: code })).stdout;
}
