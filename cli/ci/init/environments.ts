import type { Place } from "./place";
import type { EnvironmentKind, ForgeName, Settings } from "./settings";

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
