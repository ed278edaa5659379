import { readFile } from "node:fs/promises";
import { exportWithSecrets, parseTarget } from "../../shared/pulumi";
import type { OfficialState } from "./officialState";
import { exportAdvice, readPulumiState } from "./readPulumiState";
import { readTerraformState } from "./readTerraformState";

export interface StateSource {
  /** A file that `terraform show -json` or `tofu show -json` has written. */
  fromTerraform?: string;
  /** A stack, or a file that `pulumi stack export --show-secrets` has written. */
  fromPulumi?: string;
}

/** The state of the official provider that a user names, with its secrets; undefined if the user names none. */
export async function readOfficialState(
  { fromTerraform, fromPulumi }: StateSource,
  cwd: string,
): Promise<OfficialState | undefined> {
  if (fromTerraform !== undefined) {
    const text = await readFile(fromTerraform, "utf8").catch((error: Error) => {
      throw new Error(
        `--from-terraform ${fromTerraform} cannot be read (${error.message}): pass a file that \`terraform show -json\` has written`,
      );
    });
    return readTerraformState(text, fromTerraform);
  }
  if (fromPulumi === undefined) return undefined;
  const text = await readFileIfAny(fromPulumi);
  if (text !== undefined) return readPulumiState(text, fromPulumi);
  const exported = await exportNamed(fromPulumi, cwd);
  return readPulumiState(exported, `the state of ${fromPulumi}`);
}

/** A folder may have the name of a stack. */
const notAFile = ["ENOENT", "ENOTDIR", "EISDIR"];

const readFileIfAny = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (notAFile.includes(error.code ?? "")) return undefined;
    throw new Error(`--from-pulumi ${path} cannot be read: ${error.message}`);
  });

async function exportNamed(name: string, cwd: string): Promise<string> {
  return exportWithSecrets(parseTarget(name, cwd)).catch((error: Error) => {
    throw new Error(
      `--from-pulumi ${name} is no file, and cannot be exported as a stack: ${error.message.trim().replace(/^error: /, "")}
Name a stack of this project, or folder:stack with the folder of another project. If the stack has another passphrase or backend, ${exportAdvice}`,
    );
  });
}
