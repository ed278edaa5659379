import type { PipelinePlan } from "../../../cli/ci/init/pipelines";

/** Stacks whose names YAML, or what makes the pipelines, could take for something else. */
const oddNames = ["true", "null", "1e3", "0x1F", "2024-01-01", "a.b_c-d", "no"].concat([
  "STACK",
  "matrix.stack",
  "staging",
  "production",
  "a-staging",
  "a-production",
]);

export const stacksNamed = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => oddNames[index] ?? `stack-${index}`);

export const planOf = (stacks: string[], more: Partial<PipelinePlan> = {}): PipelinePlan => ({
  stacks,
  branch: "main",
  install: "npm ci --ignore-scripts",
  nodejs: true,
  ...more,
});

export const examplePlan = planOf(["staging", "production"]);

const pnpm = "corepack pnpm install --frozen-lockfile --ignore-scripts";

/** Plans of every size, one of another language, and one of another package manager. */
export const plans: [string, PipelinePlan][] = [
  ["one stack", planOf(["staging"])],
  ["two stacks", examplePlan],
  ["20 stacks of odd names, with pnpm", planOf(stacksNamed(20), { install: pnpm, branch: "a/b" })],
  ["45 stacks, in Python", planOf(stacksNamed(45), { nodejs: false })],
  ["200 stacks", planOf(stacksNamed(200))],
  ["256 stacks", planOf(stacksNamed(256))],
];
