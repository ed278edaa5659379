import { join } from "node:path";
import { run as runCommand } from "../../../tools/process";
import { type CommandResult, root } from "../project";
import { keyService, secretsProvider } from "./keyService";

/** The guides' `curl -X <method> -d <body> <url>`, so that the tests need no curl. */
const curl = `curl() {
  node -e 'const [, method, , body, url] = process.argv.slice(1); fetch(url, { method, body })' -- "$@"
}`;

/**
 * Runs a guide's commands in a shell in a project's folder, until one fails. Updates skip the preview and the
 * confirmation. Stacks get the key service, which takes less time than a passphrase. Prompts get `input`.
 */
export async function runInShell(
  commands: string,
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
  input = "",
): Promise<CommandResult> {
  const commandFolders = [folder, root].map((one) => join(one, "node_modules", ".bin"));
  const path = [...commandFolders, env.PATH].join(":");
  // npx takes a second to find a command that is on PATH.
  const script = `npx() { [ "$1" = --no-install ] && shift; "$@"; }\n${curl}\n${commands}`
    .replace(/^pulumi up\b.*/gm, "$& --yes --skip-preview")
    .replace(/^pulumi stack init\b.*/gm, `$& --secrets-provider ${secretsProvider}`);
  return runCommand("bash", ["-ec", script], {
    cwd: folder,
    env: { ...env, ...(await keyService()), PATH: path },
    input,
  });
}
