import { join } from "node:path";
import { run as runCommand } from "../../../tools/process";
import { type CommandResult, root } from "../project";

/**
 * Runs commands of a guide in a shell, in a project's folder, up to the first that fails. Updates are
 * confirmed without a preview, and a command that asks for a value gets `input`.
 */
export function runInShell(
  commands: string,
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
  input = "",
): Promise<CommandResult> {
  const path = `${join(root, "node_modules", ".bin")}:${env.PATH}`;
  // npx takes a second to find a command that is on PATH.
  const script = `npx() { "$@"; }\n${commands.replace(/^pulumi up\b.*/gm, "$& --yes --skip-preview")}`;
  return runCommand("bash", ["-ec", script], {
    cwd: folder,
    env: { ...env, PATH: path },
    input,
  });
}
