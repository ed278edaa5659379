import { planArtifact } from "../../names";
import { credentialsOf } from "../permissions";
import { actions, githubRunner } from "../pins";
import type { PipelinePlan } from "../plan";
import { updateHint } from "../settings";
import { auth0Native, commentCommand } from "../stepCommands";
import { command, comment } from "../yaml";
import {
  downloadAll,
  githubToken,
  ifRan,
  installPackages,
  installPulumi,
  jobForEachStack,
  matrixStack,
  stackVariables,
  tenantSecrets,
} from "./parts";

const head = `\${{ github.event.pull_request.head.sha || github.sha }}`;

/** preview.yml of GitHub. */
export const githubPreview = (plan: PipelinePlan): string => `\
# Shows the changes of every pull request in one comment, and keeps the plans, which apply.yml applies
# after the merge.
${updateHint}
#
${comment(`Environment <stack>-preview: ${credentialsOf("preview")}`)}
name: preview

on:
  pull_request:
  # On the default branch: a new plan, if that of the pull request is missing or no longer fits.
  workflow_dispatch:

permissions: {}

concurrency:
  group: preview-\${{ github.ref }}
  cancel-in-progress: true

jobs:
${previewJob(plan)}
${commentJob(plan)}
${noSecretsJob}`;

const previewJob = (plan: PipelinePlan) => `\
  preview:
    ${jobForEachStack("preview", plan)}
    # Pull requests of forks and of Dependabot get no secrets: the job no-secrets says so.
    if: >-
      github.event_name == 'workflow_dispatch' ||
      (github.event.pull_request.head.repo.full_name == github.repository &&
      github.event.pull_request.user.login != 'dependabot[bot]')
    timeout-minutes: 20
    environment: ${matrixStack}-preview
    permissions:
      contents: read
    ${stackVariables}
    steps:
      ${installPulumi(plan)}
      - name: Preview
        id: preview
        run: ${auth0Native} ci preview "$STACK" --plan plan/plan.json --json "previews/$STACK.json"
        env:
          ${tenantSecrets}
      # Its name contains the commit. Its secrets are encrypted like those in the state.
      - uses: ${actions.upload}
        with:
          name: ${planArtifact(matrixStack, head)}
          path: plan/plan.json
          if-no-files-found: error
          overwrite: true
          retention-days: 30
      - uses: ${actions.upload}
        ${ifRan("preview")}
        with:
          name: preview-${matrixStack}
          path: previews/${matrixStack}.json
          overwrite: true
          retention-days: 30
`;

const commentJob = (plan: PipelinePlan) => `\
  comment:
    needs: preview
    # Also after a preview that failed, but not if there was none.
    if: \${{ !cancelled() && github.event_name == 'pull_request' && needs.preview.result != 'skipped' }}
    runs-on: ${githubRunner}
    timeout-minutes: 10
    permissions:
      contents: read
      pull-requests: write
    steps:
      ${installPackages}
      ${downloadAll("preview-*", "previews")}
      - name: Comment
        run: ${command(commentCommand(plan), 10)}
        env:
          ${githubToken}
`;

const noSecretsJob = `\
  no-secrets:
    name: no preview without secrets
    if: >-
      github.event_name == 'pull_request' &&
      (github.event.pull_request.head.repo.full_name != github.repository ||
      github.event.pull_request.user.login == 'dependabot[bot]')
    runs-on: ${githubRunner}
    timeout-minutes: 5
    steps:
      - run: |
          echo "No preview: pull requests of forks and of Dependabot get no secrets." \\
            "To see one, push the commits to a branch of this repository." >> "$GITHUB_STEP_SUMMARY"
`;
