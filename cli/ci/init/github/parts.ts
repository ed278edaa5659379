import { githubJob, type Pipeline } from "../../names";
import { actions, githubRunner, nodeVersion, pulumiVersion } from "../pins";
import type { PipelinePlan } from "../plan";
import { installProgram } from "../stepCommands";
import { quotedList } from "../yaml";

/** The stack's name in an expression; commands read the variable STACK instead. */
export const matrixStack = `\${{ matrix.stack }}`;

/** The start of a job that runs once for each stack. */
export const jobForEachStack = (job: Pipeline, { stacks }: PipelinePlan) =>
  `name: ${githubJob(job, matrixStack)}
    strategy:
      fail-fast: false
      matrix:
        stack:
          ${quotedList(stacks, 10)}
    runs-on: ${githubRunner}`;

/** Self-managed backends compress the state. */
export const compressState = `PULUMI_DIY_BACKEND_ZSTD: "true"`;

export const stackVariables = `env:
      STACK: ${matrixStack}
      ${compressState}`;

const checkoutAndNode = `- uses: ${actions.checkout}
        with:
          persist-credentials: false
      - uses: ${actions.setupNode}
        with:
          node-version: ${nodeVersion}
          package-manager-cache: false`;

const npmInstall = "- run: npm ci --ignore-scripts";

/** For jobs that talk to GitHub only. */
export const installPackages = `${checkoutAndNode}
      ${npmInstall}`;

/** For jobs that run the Pulumi CLI. */
export const installPulumi = ({ nodejs }: PipelinePlan) => `${checkoutAndNode}
      - uses: ${actions.pulumi}
        with:
          pulumi-version: ${pulumiVersion}
      ${npmInstall}${nodejs ? "" : `\n      - run: ${installProgram}`}`;

/** What the state's backend needs. */
export const stateSecrets = `PULUMI_ACCESS_TOKEN: \${{ secrets.PULUMI_ACCESS_TOKEN }}
          PULUMI_BACKEND_URL: \${{ vars.PULUMI_BACKEND_URL }}
          PULUMI_CONFIG_PASSPHRASE: \${{ secrets.PULUMI_CONFIG_PASSPHRASE }}`;

/**
 * Only for the step that runs the program or reads the tenant. With the domain, these credentials have
 * priority over those in the stack's configuration.
 */
export const tenantSecrets = `AUTH0_DOMAIN: \${{ vars.AUTH0_DOMAIN }}
          AUTH0_CLIENT_ID: \${{ secrets.AUTH0_CLIENT_ID }}
          AUTH0_CLIENT_SECRET: \${{ secrets.AUTH0_CLIENT_SECRET }}
          ${stateSecrets}`;

/** Only for steps that run neither the program nor another one that reads the tenant. */
export const githubToken = `GITHUB_TOKEN: \${{ github.token }}`;

/** Also after a failure of the step with this id. */
export const ifRan = (id: string) => `if: \${{ !cancelled() && steps.${id}.outcome != 'skipped' }}`;

/** The files of all jobs of a matrix, in one folder. */
export const downloadAll = (pattern: string, folder: string) => `- uses: ${actions.download}
        with:
          pattern: ${pattern}
          merge-multiple: true
          path: ${folder}`;
