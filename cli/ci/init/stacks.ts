import { listStacks, pulumiCommand } from "../../shared/pulumi";
import { assertStackName } from "../stackName";
import { type ForgeName, maxMatrixJobs, stacksPerShard } from "./plan";

/** `--stacks`: names, separated by commas. */
export const parseStacks = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The short names of all stacks of the project in a folder. */
export async function stacksOfProject(folder: string): Promise<string[]> {
  return shortNames((await listStacks(await pulumiCommand(), folder)).map(({ name }) => name));
}

/** Without organization and project, which jobs do not need: Pulumi takes those of the program. */
export function shortNames(names: string[]): string[] {
  const stacks = names.map((name) => name.slice(name.lastIndexOf("/") + 1));
  const twice = firstTwo(stacks);
  if (twice === undefined) return stacks;
  const sameStack = names.filter((_, index) => stacks[index] === twice[0]);
  throw new Error(
    `${sameStack.join(" and ")} have the same short name: name the stacks with --stacks, and use the default organization`,
  );
}

/** Throws if a forge cannot have pipelines for these stacks. */
export function assertStacks(stacks: string[], forge: ForgeName): void {
  if (stacks.length === 0) {
    throw new Error(
      "there is no stack: make one with `pulumi stack init <name>`, or name the stacks with --stacks",
    );
  }
  for (const stack of stacks) assertStackName(stack);
  if (stacks.includes("merge")) {
    throw new Error(
      "the stack merge cannot have a pipeline, since `auth0-native drift merge` is another command: rename it with `pulumi stack rename`",
    );
  }
  const repeated = firstTwo(stacks);
  if (repeated) throw new Error(`--stacks names ${repeated[0]} twice`);
  // GitLab's environments are case-sensitive.
  const sameEnvironment = forge === "github" && firstTwo(stacks, (stack) => stack.toLowerCase());
  if (sameEnvironment) {
    throw new Error(
      `${sameEnvironment.join(" and ")} differ only in case, and environments of GitHub ignore case: rename one with \`pulumi stack rename\``,
    );
  }
  const most = maxMatrixJobs[forge] * stacksPerShard;
  if (stacks.length > most) {
    throw new Error(
      `there are ${stacks.length} stacks, and one pipeline can check ${most}: spread them over several projects`,
    );
  }
}

/** The first two texts with the same key. */
function firstTwo(texts: string[], key = (text: string) => text): [string, string] | undefined {
  const seen = new Map<string, string>();
  for (const text of texts) {
    const before = seen.get(key(text));
    if (before !== undefined) return [before, text];
    seen.set(key(text), text);
  }
  return undefined;
}
