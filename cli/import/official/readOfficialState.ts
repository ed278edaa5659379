import { readFile } from "node:fs/promises";
import { exportWithSecrets, parseTarget } from "../../shared/pulumi";
import type { ImportOptions } from "../options";
import type { OfficialState } from "./officialState";
import { exportAdvice, readPulumiState } from "./readPulumiState";
import { readTerraformState } from "./readTerraformState";

export async function readOfficialState({
  fromTerraform,
  fromPulumi,
  cwd,
}: Pick<ImportOptions, "fromTerraform" | "fromPulumi" | "cwd">): Promise<
  OfficialState | undefined
> {
  if (fromTerraform !== undefined) {
    const text = await readFile(fromTerraform, "utf8").catch((error: Error) => {
      throw new Error(
        `--from-terraform ${fromTerraform} can't be read (${error.message}). Pass a file that \`terraform show -json\` wrote`,
      );
    });
    return readTerraformState(text, fromTerraform);
  }
  if (fromPulumi === undefined) return undefined;
  const text = await readFile(fromPulumi, "utf8").catch((error: NodeJS.ErrnoException) => {
    // A folder may have the name of a stack.
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(error.code ?? "")) return undefined;
    throw new Error(`--from-pulumi ${fromPulumi} can't be read: ${error.message}`);
  });
  if (text !== undefined) return readPulumiState(text, fromPulumi);
  const exported = await exportWithSecrets(parseTarget(fromPulumi, cwd)).catch((error: Error) => {
    const reason = error.message.trim().replace(/^error: /, "");
    throw new Error(
      `--from-pulumi ${fromPulumi} isn't a file, and can't be exported as a stack: ${reason}
Pass the name of a stack in this project, or folder:stack with the folder of another project. If the stack has a different passphrase or backend, ${exportAdvice}`,
    );
  });
  return readPulumiState(exported, `the state of ${fromPulumi}`);
}
