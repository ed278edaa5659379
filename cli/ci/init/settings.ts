import { createHash } from "node:crypto";
import { packageVersion } from "../../../provider/schema/packageSchema";
import { assertStackName } from "../stackName";
import { assertBranchName } from "./branch";
import type { PipelinePlan } from "./plan";

/** What a written file says of itself, in one line for this command. */
export interface WrittenSettings extends Pick<PipelinePlan, "stacks" | "branch"> {
  all?: true;
  /** Of the package that wrote the file. */
  version: string;
  /** Of the text that was written, without this line. */
  digest: string;
}

/** The line of every written file that says how to update it; the settings follow it. */
export const updateHint =
  "# Written by `npx auth0-native ci init`. After an update of pulumi-auth0-native, run it again.";

const prefix = "# Settings: ";

/** A file with its settings line, which comes after the line for people. */
export function withSettings(
  text: string,
  { stacks, all, branch }: PipelinePlan,
  version: string = packageVersion,
): string {
  const settings: WrittenSettings = {
    version,
    stacks,
    ...(all && { all }),
    branch,
    digest: digestOf(text),
  };
  return text.replace(updateHint, () => `${updateHint}\n${prefix}${asciiJson(settings)}`);
}

/** The settings of a file with line ends of any system; undefined if this command did not write it. */
export function settingsOf(file: string): WrittenSettings | undefined {
  const line = file.split(/\r?\n/).find((each) => each.startsWith(prefix));
  try {
    const settings = JSON.parse(line?.slice(prefix.length) ?? "") as WrittenSettings;
    const { stacks, branch, version } = settings;
    // A list with one text passes as this text where a pattern is tested.
    if (![...stacks, branch, version].every((text) => typeof text === "string")) return undefined;
    for (const stack of stacks) assertStackName(stack);
    assertBranchName(branch);
    return Array.isArray(stacks) && /^[\w.+-]+$/.test(version) ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file is as this command wrote it. */
export const isUnedited = (file: string, { digest }: WrittenSettings): boolean =>
  digestOf(
    file
      .split("\n")
      .filter((line) => !line.startsWith(prefix))
      .join("\n"),
  ) === digest;

export const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

/** One line, whatever a name contains. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
