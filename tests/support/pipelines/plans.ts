import type { PipelinePlan } from "../../../cli/ci/init/plan";

/** Stacks whose names YAML could take for something else. */
const oddNames = ["true", "null", "1e3", "0x1F", "2024-01-01", "a.b_c-d", "no"];

export const stacksNamed = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => oddNames[index] ?? `stack-${index}`);

export const planOf = (stacks: string[], more: Partial<PipelinePlan> = {}): PipelinePlan => ({
  ...{ stacks, all: false, branch: "main", nodejs: true },
  ...more,
});

/** What `examples/gitops` is written for. */
export const examplePlan = planOf(["staging", "production"]);

/** Plans of every size, one of another language, and one with the stacks of the project. */
export const plans: [string, PipelinePlan][] = [
  ["one stack", planOf(["staging"])],
  ["two stacks", examplePlan],
  ["twenty stacks of odd names", planOf(stacksNamed(20), { branch: "release+1!'$" })],
  ["45 stacks by name, in Python", planOf(stacksNamed(45), { nodejs: false })],
  ["45 stacks of the project", planOf(stacksNamed(45), { all: true })],
  ["300 stacks", planOf(stacksNamed(300), { all: true })],
];
