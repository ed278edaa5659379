import { applyStep } from "../../names";
import { branchFilter } from "../branch";
import { credentialsOf } from "../permissions";
import { actions } from "../pins";
import type { PipelinePlan } from "../plan";
import { updateHint } from "../settings";
import { auth0Native } from "../stepCommands";
import { comment, quote } from "../yaml";
import {
  githubToken,
  installPulumi,
  jobForEachStack,
  matrixStack,
  stackVariables,
  tenantSecrets,
} from "./parts";

/** apply.yml of GitHub. */
export const githubApply = (plan: PipelinePlan): string => `\
# Applies the plan that was reviewed in the merged pull request, and nothing else.
${updateHint}
#
${comment(`Environment <stack>-apply, with required reviewers and limited to the branch below: ${credentialsOf("apply")}`)}
name: apply

on:
  push:
    branches: [${quote(branchFilter(plan.branch))}]

permissions: {}

jobs:
  apply:
    ${jobForEachStack("apply", plan)}
    timeout-minutes: 60
    environment: ${matrixStack}-apply
    # One at a time. If several wait, GitHub keeps the newest.
    concurrency:
      group: apply-${matrixStack}
      cancel-in-progress: false
    permissions:
      actions: read
      contents: read
      pull-requests: read
    ${stackVariables}
    steps:
      ${installPulumi(plan)}
      - name: Find the plan
        id: plan
        run: ${auth0Native} ci find-plan "$STACK" --plan plan/plan.json
        env:
          ${githubToken}
      - uses: ${actions.download}
        with:
          name: \${{ steps.plan.outputs.name }}
          run-id: \${{ steps.plan.outputs.run }}
          github-token: \${{ github.token }}
          path: plan
      - name: ${applyStep}
        run: ${auth0Native} ci apply "$STACK" --plan plan/plan.json
        env:
          ${tenantSecrets}
      # A difference fails the job.
      - name: Read back
        run: ${auth0Native} drift "$STACK"
        env:
          ${tenantSecrets}
`;
