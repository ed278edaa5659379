import { credentialsOf, sharedEnvironment } from "../permissions";
import { actions, githubRunner } from "../pins";
import { driftParts, type PipelinePlan, shardsOf } from "../plan";
import { updateHint } from "../settings";
import { auth0Native, driftCommand, mergeCommand } from "../stepCommands";
import { command, comment, quotedList } from "../yaml";
import {
  compressState,
  downloadAll,
  githubToken,
  ifRan,
  installPackages,
  installPulumi,
  jobForEachStack,
  matrixStack,
  stackVariables,
  stateSecrets,
  tenantSecrets,
} from "./parts";

/** drift.yml of GitHub. */
export const githubDrift = (plan: PipelinePlan): string => `\
# Compares each tenant with its stack on every working day. Drift opens one issue for each stack, which is
# updated, and closed when there is no drift. The job fails only if it could not check.
${updateHint}
#
${matrix(plan).environmentNote}
name: drift

on:
  schedule:
    - cron: "17 5 * * 1-5"
  workflow_dispatch:

permissions: {}

# One at a time, since each updates the same issues.
concurrency:
  group: drift
  cancel-in-progress: false

jobs:
${driftJob(plan)}
${reportJob(plan)}`;

const driftJob = (plan: PipelinePlan) => `\
  drift:
    ${matrix(plan).job}
    timeout-minutes: 30
    environment: ${matrix(plan).environment}
    permissions:
      contents: read
    ${matrix(plan).variables}
    steps:
      ${installPulumi(plan)}
      - name: Check
        id: check
        run: ${command(driftCommand(plan, " --exit-codes report"), 10)}
        env:
          ${matrix(plan).secrets}
      - uses: ${actions.upload}
        ${ifRan("check")}
        with:
          name: drift-${matrix(plan).part}
          path: parts/${matrix(plan).part}.json
          overwrite: true
          retention-days: 30
`;

const reportJob = (plan: PipelinePlan) => `\
  report:
    needs: drift
    # Also after a check that failed.
    if: \${{ !cancelled() }}
    runs-on: ${githubRunner}
    timeout-minutes: 10
    permissions:
      contents: read
      issues: write
    steps:
      ${installPackages}
      ${downloadAll("drift-*", "parts")}
      - name: Merge
        id: merge
        run: ${command(mergeCommand(plan, `"$GITHUB_STEP_SUMMARY"`), 10)}
      - uses: ${actions.upload}
        ${ifRan("merge")}
        with:
          name: drift
          path: drift
          overwrite: true
          retention-days: 30
      - name: Issue
        ${ifRan("merge")}
        run: ${auth0Native} ci issue drift/drift.json
        env:
          ${githubToken}
`;

/** What differs between a job for each stack and a job for each shard. */
function matrix(plan: PipelinePlan) {
  return shardsOf(plan) === undefined
    ? {
        environmentNote: comment(`Environment <stack>-drift: ${credentialsOf("drift")}`),
        job: jobForEachStack("drift", plan),
        environment: `${matrixStack}-drift`,
        variables: stackVariables,
        part: matrixStack,
        secrets: tenantSecrets,
      }
    : {
        environmentNote: comment(sharedEnvironment),
        job: `name: drift (\${{ matrix.shard }})
    strategy:
      fail-fast: false
      matrix:
        shard:
          ${quotedList(driftParts(plan), 10)}
    runs-on: ${githubRunner}`,
        environment: "drift",
        variables: `env:
      SHARD: \${{ matrix.shard }}
      ${compressState}`,
        part: `\${{ matrix.shard }}`,
        secrets: stateSecrets,
      };
}
