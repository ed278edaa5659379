import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageName } from "../../../provider/shared/command";
import { parseYaml } from "../../shared/project";
import { listStacks, pulumiCommand } from "../../shared/pulumi";
import { assertStackName } from "../stackName";
import type { ForgeName } from "./pipelines";

/** What the written pipelines of a forge are for, by the file that plans. */
export async function writtenFor(
  forge: ForgeName,
  root: string,
): Promise<{ stacks?: string[]; branch?: string }> {
  const path = { github: ".github/workflows/apply.yml", gitlab: ".gitlab-ci.yml" }[forge];
  const text = await readFile(join(root, path), "utf8").catch(() => "");
  // biome-ignore lint/suspicious/noExplicitAny: anybody may have written the file
  const file = parseYaml(text, path) as any;
  const stacks =
    forge === "github"
      ? file?.jobs?.plan?.strategy?.matrix?.stack
      : file?.[".each-stack"]?.parallel?.matrix?.[0]?.STACK;
  const branch = file?.on?.push?.branches?.[0];
  return {
    ...(Array.isArray(stacks) && { stacks: stacks.map(String) }),
    ...(branch && { branch: String(branch) }),
  };
}

/** The short names of all stacks of the project in a folder. */
export async function stacksOfProject(folder: string): Promise<string[]> {
  const stacks = await listStacks(await pulumiCommand(), folder);
  // Without organization and project: Pulumi takes those of the program.
  return stacks.map(({ name }) => name.slice(name.lastIndexOf("/") + 1));
}

/** The jobs that a matrix can have: GitHub's "Usage limits", GitLab's `parallel`. */
const maxMatrixJobs: Record<ForgeName, number> = { github: 256, gitlab: 200 };

/** Throws if a forge cannot have pipelines for these stacks. */
export function assertStacks(stacks: string[], forge: ForgeName): void {
  if (stacks.length === 0) {
    throw new Error(
      "there is no stack: make one with `pulumi stack init <name>`, or pass --stacks",
    );
  }
  for (const stack of stacks) assertStackName(stack);
  if (stacks.includes("merge")) {
    throw new Error(`\`${packageName} drift merge\` is another command: rename the stack merge`);
  }
  // Environments of GitHub ignore case, and file names of some systems.
  const names = stacks.map((stack) => stack.toLowerCase());
  const repeated = stacks.find((_, index) => names.indexOf(names[index] ?? "") < index);
  if (repeated !== undefined) {
    throw new Error(`the stack ${repeated} is named twice, in the same or in another case`);
  }
  if (stacks.length > maxMatrixJobs[forge]) {
    throw new Error(
      `there are ${stacks.length} stacks, and a matrix has at most ${maxMatrixJobs[forge]} jobs: divide the stacks into several projects`,
    );
  }
}
