import { disagreements, writtenBranch, writtenStacks } from "./agreement";
import { filesToDelete } from "./overwrite";
import { pipelineFiles } from "./pipelines";
import type { ForgeName, PipelinePlan } from "./plan";
import { digestOf } from "./settings";
import { type ExistingFile, writtenFiles, writtenForges } from "./writtenFiles";

/** Reports which files are outdated; returns the exit code. */
export function check(existing: ExistingFile[], nodejs: boolean): number {
  const forges = writtenForges(existing);
  if (forges.length === 0) {
    console.log("no pipelines were written by this command");
    console.log("Run `npx auth0-native ci init` to update them.");
    return 2;
  }
  const outdated = forges.flatMap((forge) => checkForge(forge, existing, nodejs));
  for (const line of outdated) console.log(line);
  console.log(
    outdated.length === 0
      ? "The pipelines are up to date."
      : "Run `npx auth0-native ci init` to update them.",
  );
  return outdated.length === 0 ? 0 : 2;
}

function checkForge(forge: ForgeName, existing: ExistingFile[], nodejs: boolean): string[] {
  const written = writtenFiles(existing, forge);
  const disagreement = disagreements(written);
  if (disagreement.length > 0) return disagreement;
  const stacks = writtenStacks(written);
  const branch = writtenBranch(written);
  if (stacks === undefined || branch === undefined) return [];
  const plan = { ...stacks, branch, nodejs };
  return [
    ...outdatedFiles(forge, plan, existing),
    ...filesToDelete(forge, plan, existing).map(({ path }) => `${path} is not used any more`),
  ];
}

/** Why the files of a forge are not those that this version would write with the same settings. */
function outdatedFiles(forge: ForgeName, plan: PipelinePlan, existing: ExistingFile[]): string[] {
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
