import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";

/** The repository. */
export const root = join(__dirname, "..", "..");

const made: string[] = [];

/** An empty folder outside of the repository, so that nothing is found there by looking upwards. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-auth0-native-")));
  made.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export interface Ended {
  code: number | null;
  stdout: string;
  /** Both streams, as they came. */
  text: string;
}

/** As one text, so that a failure shows all that the command said. */
export const told = ({ code, text }: Ended) => `exit code ${code}\n${text}`;

/** Runs a command to its end without blocking this process, which may have to answer it. */
export function run(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
  user: { uid?: number; gid?: number } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, ...user, stdio: ["ignore", "pipe", "pipe"] });
    const ended: Ended = { code: null, stdout: "", text: "" };
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      ended.stdout += part;
      ended.text += part;
    });
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      ended.text += part;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...ended, code }));
  });
}

/** The same, for a command without which the test means nothing. */
export async function mustRun(...call: Parameters<typeof run>): Promise<Ended> {
  const ended = await run(...call);
  if (ended.code === 0) return ended;
  throw new Error(`${call[0]} ${call[1].join(" ")} ended with ${ended.code}:\n${ended.text}`);
}

/**
 * Every file below a folder, by its path from there; folders of one of these names are left out.
 */
export function filesIn(folder: string, without: string[] = []): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.split("/").some((part) => without.includes(part)))
    .sort();
}

/** What is made, and not written: a copy makes its own. */
const generated = ["node_modules", "bin", ".git", ".demo", ".artifacts"];

/** The repository as it is written, in a folder of its own: to build it, or to edit it. */
export function copyOfRepository(): string {
  const copy = join(temporaryFolder(), "copy");
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => source === root || !generated.includes(basename(source)),
  });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
