import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import { name as packageName } from "../../package.json";
import {
  type CommandResult,
  mustRun as mustRunCommand,
  run as runCommand,
} from "../../tools/process";

/** The repository's root folder. */
export const root = join(__dirname, "..", "..");

// Arguments of `node`, because npm and npx take more CPU time to start.
const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
/** The command that `npm run generate` runs. */
export const generate = [tsx, join("tools", "generate", "index.ts")];

const temporaryFolders: string[] = [];

/** An empty folder outside the repository: no lookup through parent folders reaches the repository. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-auth0-native-")));
  temporaryFolders.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of temporaryFolders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type { CommandResult };

/** The exit code and the output in one text, which a failed assertion shows. */
export const exitAndOutput = ({ code, text }: Pick<CommandResult, "code" | "text">) =>
  `exit code ${code}\n${text}`;

/** Runs a command in a folder. Resolves for any exit code. */
export const run = (
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
  user: { uid?: number; gid?: number } = {},
): Promise<CommandResult> => runCommand(command, args, { cwd, env, ...user });

/** Like `run`, but rejects unless the exit code is 0. */
export const mustRun = (
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
  user: { uid?: number; gid?: number } = {},
): Promise<CommandResult> => mustRunCommand(command, args, { cwd, env, ...user });

/** The paths of all files below a folder, relative to it. Skips folders with one of these names. */
export function filesIn(folder: string, skipped: string[] = []): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.split("/").some((part) => skipped.includes(part)))
    .sort();
}

/** Commands create these folders, which are not part of the sources. */
const generated = ["node_modules", "bin", ".git", ".demo", ".artifacts", "dist"];

/** A copy of the repository's sources, which a test can build or edit. In it, the package is the copy itself. */
export function copyOfRepository(): string {
  const copy = join(temporaryFolder(), "copy");
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => source === root || !generated.includes(basename(source)),
  });
  const modules = join(copy, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules"))) {
    symlinkSync(
      name === packageName ? copy : join(root, "node_modules", name),
      join(modules, name),
    );
  }
  return copy;
}
