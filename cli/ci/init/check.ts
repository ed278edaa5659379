import { pipelineFiles } from "./pipelines";
import type { ForgeName, PipelinePlan } from "./plan";
import { digestOf } from "./settings";
import type { ExistingFile } from "./writtenFiles";

/** Why the files of a forge are not those that this version would write with the same settings. */
export function outdatedFiles(
  forge: ForgeName,
  plan: PipelinePlan,
  existing: ExistingFile[],
): string[] {
  return pipelineFiles(forge, plan).flatMap(({ path, text }) => {
    const file = existing.find((each) => each.path === path);
    if (file === undefined) return [`${path} is missing`];
    if (file.settings === undefined) return [`${path} was not written by this command`];
    // An edited file is as old as what was written before the edit.
    return file.settings.digest === digestOf(text)
      ? []
      : [`${path} is outdated: it was written by version ${file.settings.version}`];
  });
}
