import { escapeInvisible } from "../../shared/text";
import type { PipelinePlan } from "./plan";
import type { WrittenFile } from "./writtenFiles";

/** The stacks for which the files of a forge were written. Throws if the files disagree. */
export function writtenStacks(
  files: WrittenFile[],
): Pick<PipelinePlan, "stacks" | "all"> | undefined {
  assertAgreement(files, "stacks");
  const all = files.every(({ settings }) => settings.all === true);
  return files[0] && { stacks: files[0].settings.stacks, all };
}

/** The branch for which the files of a forge were written. Throws if the files disagree. */
export function writtenBranch(files: WrittenFile[]): string | undefined {
  assertAgreement(files, "branch");
  return files[0]?.settings.branch;
}

/** In what the files of a forge disagree, as sentences: some of them may have been written again alone. */
export const disagreements = (files: WrittenFile[]): string[] =>
  (["stacks", "branch"] as const).flatMap((setting) => disagreement(files, setting) ?? []);

function assertAgreement(files: WrittenFile[], setting: "stacks" | "branch"): void {
  const found = disagreement(files, setting);
  if (found === undefined) return;
  const command = `npx auth0-native ci init ${files[0]?.forge}`;
  throw new Error(`${found}: run \`${command}\` with --${setting}`);
}

function disagreement(files: WrittenFile[], setting: "stacks" | "branch"): string | undefined {
  const found = setting === "stacks" ? missingStacks(files) : differentBranches(files);
  return found.length > 0
    ? `the written files disagree in the ${setting} (${found.join("; ")})`
    : undefined;
}

function missingStacks(files: WrittenFile[]): string[] {
  const all = [...new Set(files.flatMap(({ settings }) => settings.stacks))];
  return files.flatMap(({ path, settings }) => {
    const stacks = new Set(settings.stacks);
    const missing = all.filter((stack) => !stacks.has(stack));
    return missing.length > 0 ? [`${path} does not have ${shortList(missing)}`] : [];
  });
}

function differentBranches(files: WrittenFile[]): string[] {
  const branches = new Set(files.map(({ settings }) => settings.branch));
  if (branches.size < 2) return [];
  return files.map(({ path, settings }) => `${path} is for ${escapeInvisible(settings.branch)}`);
}

/** All names of hundreds would hide the rest of the message. */
export const shortList = (stacks: string[]) =>
  stacks.length > 4
    ? `${stacks.length} stacks (${stacks.slice(0, 3).join(", ")}, ...)`
    : stacks.join(", ");
