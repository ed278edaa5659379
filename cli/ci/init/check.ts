import { packageVersion } from "../../../provider/schema/packageSchema";
import { escapeInvisible } from "../../shared/text";
import { disagreements, shortList, writtenBranch, writtenStacks } from "./agreement";
import { filesToDelete } from "./overwrite";
import { pipelineFiles } from "./pipelines";
import { type ForgeName, forgeTitles, type PipelinePlan } from "./plan";
import type { RepositoryFile } from "./repositoryFiles";
import { digestOf, isUnedited } from "./settings";
import { type ExistingFile, writtenFiles, writtenForges } from "./writtenFiles";

interface Finding {
  text: string;
  /** Whether the file has to be written again. */
  isOutdated: boolean;
}

/** What the files have to be written for; without a value, what they name themselves. */
export interface Expected {
  forge?: ForgeName;
  stacks?: string[];
  branch?: string;
}

/** Reports which files are outdated, and which were edited; returns the exit code. */
export function check(existing: ExistingFile[], nodejs: boolean, expected: Expected): number {
  const forges = expected.forge === undefined ? writtenForges(existing) : [expected.forge];
  if (forges.length === 0) {
    console.log(
      "No pipelines were written by this command. Run `npx auth0-native ci init github` or `npx auth0-native ci init gitlab` to write them.",
    );
    return 2;
  }
  const findings = forges.flatMap((forge) => checkForge(forge, existing, nodejs, expected));
  for (const { text } of findings) console.log(text);
  const isOutdated = findings.some((finding) => finding.isOutdated);
  console.log(
    isOutdated
      ? "Run the same command without --check to update them."
      : "The pipelines are up to date.",
  );
  return isOutdated ? 2 : 0;
}

function checkForge(
  forge: ForgeName,
  existing: ExistingFile[],
  nodejs: boolean,
  expected: Expected,
): Finding[] {
  const written = writtenFiles(existing, forge);
  const disagreement = disagreements(written);
  if (disagreement.length > 0) return disagreement.map(outdated);
  const stacks = writtenStacks(written);
  const branch = writtenBranch(written);
  if (stacks === undefined || branch === undefined) {
    return [
      outdated(`there are no pipelines for ${forgeTitles[forge]} that this command has written`),
    ];
  }
  if (expected.branch !== undefined && expected.branch !== branch) {
    return [outdated(`the files are for the branch ${escapeInvisible(branch)}`)];
  }
  if (expected.stacks !== undefined && !haveSameNames(expected.stacks, stacks.stacks)) {
    return [outdated(`the files are for the stacks ${shortList(stacks.stacks)}`)];
  }
  const plan: PipelinePlan = { ...stacks, branch, nodejs };
  return [
    ...pipelineFiles(forge, plan).flatMap((file) => compareFile(file, existing)),
    ...filesToDelete(forge, plan, existing).map(({ path }) =>
      outdated(`${path} is not used any more`),
    ),
  ];
}

/** How a file differs from what this version would write with the same settings. */
function compareFile({ path, text }: RepositoryFile, existing: ExistingFile[]): Finding[] {
  const file = existing.find((each) => each.path === path);
  if (file === undefined) return [outdated(`${path} is missing`)];
  if (file.settings === undefined) return [outdated(`${path} was not written by this command`)];
  // An edited file is as old as what was written before the edit.
  if (file.settings.digest !== digestOf(text)) {
    return [outdated(`${path} is not based on what version ${packageVersion} writes`)];
  }
  if (isUnedited(file.text, file.settings)) return [];
  const edited = `${path} was edited since it was written; it is based on what version ${packageVersion} writes`;
  return [{ text: edited, isOutdated: false }];
}

const haveSameNames = (some: string[], others: string[]) =>
  JSON.stringify([...some].sort()) === JSON.stringify([...others].sort());

const outdated = (text: string): Finding => ({ text, isOutdated: true });
