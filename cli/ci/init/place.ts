import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { EnvironmentKind, ForgeName, Settings } from "./settings";

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
      `${cwd} isn't in a git repository, where the pipelines would run. ` +
        "Run `git init` in your repository's root.",
    );
  }
  const folder = relative(root, program).replaceAll("\\", "/");
  // Shells, YAML, and globs would read other characters.
  if (!/^[\w./-]*$/.test(folder)) {
    throw new Error(
      `The pipelines can't use the folder ${folder}. Rename it so that it contains only letters, digits, "-", "_", and ".".`,
    );
  }
  if (folder !== "" && !(project.length <= maxProjectLength && /^\w[\w.-]*$/.test(project))) {
    throw new Error(
      `The pipelines can't use the project's name ${JSON.stringify(project)}. Change \`name\` in Pulumi.yaml to ` +
        `at most ${maxProjectLength} letters, digits, "-", "_", and ".".`,
    );
  }
  return { root, folder, project };
}

/** A folder and those around it, the innermost first. */
export function foldersAbove(folder: string): string[] {
  const parent = resolve(folder, "..");
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

type EnvironmentPlace = Pick<Place, "folder" | "project">;

/** The environment of a job, in which `{stack}` stands for the name of the stack. */
export function environmentOf(
  forge: ForgeName,
  kind: EnvironmentKind,
  { environments = {} }: Settings,
  place: EnvironmentPlace,
): string {
  const separator = forge === "github" ? "-" : "/";
  const project = place.folder === "" ? [] : [place.project];
  return environments[kind] ?? [...project, "{stack}", kind].join(separator);
}

/** The environment of a job, as the forge evaluates it, and for a comment. */
export function environmentValues(
  forge: ForgeName,
  kind: EnvironmentKind,
  settings: Settings,
  place: EnvironmentPlace,
  job: string = kind,
): Record<string, string[]> {
  const name = environmentOf(forge, kind, settings, place);
  const variable = forge === "github" ? "$${{ matrix.stack }}" : "$$STACK";
  return {
    [`${job}Environment`]: [name.replaceAll("{stack}", variable)],
    [`${job}Name`]: [name.replaceAll("{stack}", "<stack>")],
  };
}
