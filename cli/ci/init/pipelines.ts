import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where the pipelines run. */
export type ForgeName = "github" | "gitlab";

/** What the pipelines are written for. */
export interface PipelinePlan {
  /** Short names. */
  stacks: string[];
  /** The default branch; GitLab's pipelines know it. */
  branch: string;
  /** Installs the packages that the lock file names. */
  install: string;
  /** Whether Pulumi runs the program with Node; other programs have packages beside those of npm. */
  nodejs: boolean;
}

/** A file with its path in the repository. */
export interface PipelineFile {
  path: string;
  text: string;
}

const paths: Record<ForgeName, string[]> = {
  github: ["preview", "apply", "drift"].map((name) => `.github/workflows/${name}.yml`),
  gitlab: [".gitlab-ci.yml"],
};

/** More stacks than this share jobs in the drift check. */
const stacksPerShard = 20;

/** The pipelines of the stacks `staging` and `production`, of which those of other stacks are made. */
const examples = join(
  dirname(require.resolve("pulumi-auth0-native/package.json")),
  "examples/gitops",
);

/** The files for a forge. */
export const pipelineFiles = (forge: ForgeName, plan: PipelinePlan): PipelineFile[] =>
  paths[forge].map((path) => {
    const example = readFileSync(join(examples, path), "utf8");
    const [changes = "", drift = ""] = example.split(/(?=^# Environment <stack>.drift:)/m);
    const text = forEach(changes, plan.stacks) + driftCheck(drift, plan.stacks);
    return { path, text: withPackages(text, plan).replace('["main"]', `["${plan.branch}"]`) };
  });

/** A line for `staging` and the same for `production` become a line for each name. */
const forEach = (text: string, names: string[]): string =>
  text.replace(/^(.*)staging(.*)\n\1production\2\n/gm, (_, start, end) =>
    names.map((name) => `${start}${name}${end}\n`).join(""),
  );

/** With a job for each stack, or for each of several shards. */
function driftCheck(text: string, stacks: string[]): string {
  if (stacks.length <= stacksPerShard) return forEach(text, stacks);
  const count = Math.ceil(stacks.length / stacksPerShard);
  const shards = Array.from({ length: count }, (_, index) => String(index + 1));
  const withShards = text
    .replace(/^# Environment .* AUTH0_CLIENT_SECRET/, sharedEnvironment)
    .replace(/^ +AUTH0_.*\n/gm, "")
    .replace("  extends: .each-stack\n", gitlabMatrix)
    .replace("resource_group: $STACK/drift", "resource_group: drift/$STACK")
    .replace(/(environment: |name: )(\$\{\{ matrix.stack \}\}-|\$STACK\/)drift/, "$1drift")
    .replace("        stack:\n", "        shard:\n")
    .replaceAll("matrix.stack", "matrix.shard")
    .replaceAll("STACK", "SHARD");
  // Last, since stacks can have any of these names.
  return forEach(withShards, shards).replace(
    /^( +)(run: |- )(.* drift) "\$SHARD" (.*)$/m,
    (_, indent, key, command, options) =>
      [
        ...[`${indent}${key}>-`, command, ...stacks.map((name) => `"${name}"`)],
        `--shard "$SHARD/${count}" ${options}`,
      ].join(`\n${indent}  `),
  );
}

const sharedEnvironment = `# Environment drift: what the state's backend needs. Each job checks several stacks, so the configuration
# of each stack has auth0:clientId and auth0:clientSecret, encrypted,`;

const gitlabMatrix = `  parallel:
    matrix:
      - STACK:
          - "staging"
          - "production"
`;

/** Installs with the project's package manager, and the packages of a program in another language. */
function withPackages(text: string, { install, nodejs }: PipelinePlan): string {
  const installed = text.replaceAll("npm ci --ignore-scripts", install);
  if (nodejs) return installed;
  // Not the plugins: Pulumi would look for this package's plugin on GitHub. npx puts it on PATH.
  const installProgram = "pulumi install --no-plugins";
  return installed
    .replace("pulumi/pulumi-nodejs-24:", "pulumi/pulumi:")
    .replace(/(pulumi-version: .*\n)( +- run: )(.*\n)/g, `$1$2$3$2${installProgram}\n`)
    .replace(
      /^ +- (STACK|SHARD):\n( +- ".*"\n)+/gm,
      `$&  before_script:\n    - ${install}\n    - ${installProgram}\n`,
    );
}
