import type { PipelineInput } from "../../../cli/ci/init/pipelines";

/** Stacks with names that YAML or the generator could misread. */
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

export const planOf = (stacks: string[], more: Partial<PipelineInput> = {}): PipelineInput => ({
  place: { folder: "", project: "test" },
  packages: {
    folder: "",
    lockFile: "package-lock.json",
    install: "npm ci --ignore-scripts",
    modules: "./node_modules",
  },
  nodejs: true,
  ...more,
  settings: { branch: "main", ...more.settings, stacks },
});

export const examplePlan = planOf(["staging", "production"]);

/** A program in a workspace of pnpm, with every setting. */
export const folderPlan = planOf(["staging", "production"], {
  place: { folder: "infra/auth0", project: "tenants" },
  packages: {
    folder: "",
    lockFile: "pnpm-lock.yaml",
    install: "corepack pnpm install --frozen-lockfile --ignore-scripts",
    modules: "./node_modules",
  },
  settings: {
    stacks: [],
    branch: "a/b",
    runner: ["self-hosted", "linux"],
    schedule: "0 3 * * *",
    node: 22,
    pulumi: "3.270.0",
    environments: { apply: "- release {stack}" },
    watch: ["libs/", "tools/*.ts"],
    setup: "./.github/actions/login",
    secrets: ["AWS_SECRET_ACCESS_KEY", "NODE_AUTH_TOKEN"],
    permissions: ["packages: read"],
    unmanaged: true,
    refresh: false,
  },
});

/** A program whose stacks are applied in two waves. */
export const wavesPlan = planOf(["staging", "eu", "us"], {
  settings: { stacks: [], waves: [["staging"], ["eu", "us"]] },
});

/** Plans of every size, one of another language, one with every setting, and one with waves. */
export const plans: [string, PipelineInput][] = [
  ["one stack", planOf(["staging"])],
  ["two stacks", examplePlan],
  ["two stacks of a program in a folder, with every setting", folderPlan],
  ["three stacks in two waves", wavesPlan],
  ["45 stacks of odd names, in Python", planOf(stacksNamed(45), { nodejs: false })],
  ["200 stacks", planOf(stacksNamed(200))],
  ["256 stacks", planOf(stacksNamed(256))],
];
