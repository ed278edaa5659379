import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** Where a program is in its repository. */
export interface Place {
  root: string;
  /** From the root, with slashes; empty at the root. */
  folder: string;
  project: string;
}

/** GitHub's labels have at most 50 characters, and that of a project's issues begins with `drift-check-`. */
const maxProjectLength = 38;

export function placeOf(cwd: string, project: string): Place {
  const program = resolve(cwd);
  const root = foldersAbove(program).find((folder) => existsSync(join(folder, ".git")));
  if (root === undefined) {
    throw new Error(
      `${cwd} is in no git repository. The pipelines run in the repository that has the program: ` +
        "run `git init` at its root.",
    );
  }
  const folder = relative(root, program).replaceAll("\\", "/");
  // Shells, YAML, and globs would read other characters.
  if (!/^[\w./-]*$/.test(folder)) {
    throw new Error(
      `The folder ${folder} can't be in the pipelines. Rename it with letters, digits, "-", "_" and "." only.`,
    );
  }
  if (folder !== "" && !(project.length <= maxProjectLength && /^\w[\w.-]*$/.test(project))) {
    throw new Error(
      `The project ${JSON.stringify(project)} can't name its pipelines. Change \`name\` in Pulumi.yaml to ` +
        `at most ${maxProjectLength} letters, digits, "-", "_" and ".".`,
    );
  }
  return { root, folder, project };
}

/** A folder and those around it, the innermost first. */
export function foldersAbove(folder: string): string[] {
  const parent = resolve(folder, "..");
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}
