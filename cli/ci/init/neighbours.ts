import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { readProject } from "../../shared/project";
import type { PipelineInput } from "./pipelines";
import { environmentOf } from "./place";
import { type EnvironmentKind, type ForgeName, parseSettings, settingsFile } from "./settings";

const kinds: EnvironmentKind[] = ["preview", "apply", "drift"];

/**
 * Throws if another program of the repository has the same label, or gets the same environment without naming it.
 * An environment has one tenant's credentials. GitHub ignores case, as the file names of some systems do.
 */
export async function assertDistinct(
  forge: ForgeName,
  { settings, place }: Pick<PipelineInput, "settings" | "place">,
  root: string,
): Promise<void> {
  for (const path of settingsFilesIn(root)) {
    const folder = posix.dirname(path).replace(/^\.$/, "");
    const { name: project } = await readProject(join(root, folder));
    if (folder === place.folder) continue;
    const bothInFolders = folder !== "" && place.folder !== "";
    if (bothInFolders && isSame(project, place.project)) {
      throw new Error(
        `${folder} and ${place.folder} have projects with the same name. Uppercase and lowercase letters count as the same. ` +
          "Rename one of the two projects.",
      );
    }
    const other = { stacks: [], ...parseSettings(readFileSync(join(root, path), "utf8"), path) };
    const theirs = kinds.flatMap((kind) => environments(forge, kind, other, { folder, project }));
    const ours = kinds.flatMap((kind) => environments(forge, kind, settings, place));
    const shared = ours.find((one) =>
      theirs.some(({ name, isNamed }) => isSame(name, one.name) && !(isNamed && one.isNamed)),
    );
    if (shared === undefined) continue;
    throw new Error(
      `The environment ${shared.name} would belong to two programs: this one and ` +
        `the one that ${path} configures. ` +
        `Set environments.${shared.kind} in one of the two settings files.`,
    );
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The environments of one kind. Those that the settings name may be shared on purpose. */
const environments = (
  forge: ForgeName,
  kind: EnvironmentKind,
  settings: PipelineInput["settings"],
  place: PipelineInput["place"],
) =>
  settings.stacks.map((stack) => ({
    kind,
    name: environmentOf(forge, kind, settings, place).replaceAll("{stack}", stack),
    isNamed: settings.environments?.[kind] !== undefined,
  }));

/** The settings files of the repository's programs, from its root. */
function settingsFilesIn(root: string): string[] {
  const pattern = `:(glob)**/${settingsFile}`;
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", pattern];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  return listed.filter((path) => path !== "" && existsSync(join(root, path)));
}
