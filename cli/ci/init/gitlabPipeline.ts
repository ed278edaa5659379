import { planPath } from "../names";
import { gitlabCondition } from "./branch";
import { credentialsOf, sharedEnvironment } from "./permissions";
import { gitlabImage } from "./pins";
import { driftParts, hasJobForEachStack, type PipelinePlan, shardsOf } from "./plan";
import { updateHint } from "./settings";
import {
  auth0Native,
  commentCommand,
  driftCommand,
  installProgram,
  mergeCommand,
} from "./stepCommands";
import { command, comment, quotedList } from "./yaml";

/** .gitlab-ci.yml: with more stacks than a matrix can have jobs, only the drift check. */
export const gitlabPipeline = (plan: PipelinePlan): string =>
  hasJobForEachStack("gitlab", plan)
    ? `${start(plan, ["preview", "comment", "apply", "drift", "report", "issue"])}
${jobForEachStack(plan)}
${mergeRequests(plan)}
${apply(plan)}
${drift(plan)}`
    : `${start(plan, ["drift", "report", "issue"])}
${drift(plan)}`;

const start = ({ nodejs }: PipelinePlan, stages: string[]) => `\
# A merge request shows its changes to each stack, its merge applies the plan that was reviewed, and a
# scheduled pipeline checks for drift.
${updateHint}
stages: [${stages.join(", ")}]

variables:
  PULUMI_DIY_BACKEND_ZSTD: "true"

default:
  image:
    name: ${nodejs ? gitlabImage.nodejs : gitlabImage.other}
    entrypoint: [""]
  before_script:
    - npm ci --ignore-scripts
`;

const jobForEachStack = ({ stacks, nodejs }: PipelinePlan) => `\
.each-stack:
  parallel:
    matrix:
      - STACK:
          ${quotedList(stacks, 10)}
${beforeProgram(nodejs)}`;

/** For jobs that run the Pulumi CLI. */
const beforeProgram = (nodejs: boolean) =>
  nodejs
    ? ""
    : `  before_script:
    - npm ci --ignore-scripts
    - ${installProgram}
`;

const head = `\${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}`;

const mergeRequest = `$CI_PIPELINE_SOURCE == "merge_request_event"`;
const ownMergeRequest = `${mergeRequest} && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID`;
const mergeRequestOfFork = `${mergeRequest} && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID != $CI_MERGE_REQUEST_PROJECT_ID`;

const mergeRequests = (plan: PipelinePlan) => `\
${comment(`Environment <stack>/preview: ${credentialsOf("preview")}`)}
preview:
  extends: .each-stack
  stage: preview
  environment:
    name: $STACK/preview
    action: access
  rules:
    # Merge requests of forks get no variables: the job no-preview-without-variables says so.
    - if: ${ownMergeRequest}
    # Build, New pipeline on this branch: a new plan, if there is none or it no longer fits.
    - if: ${gitlabCondition("web", plan.branch)}
  interruptible: true
  timeout: 20 minutes
  script:
    - ${auth0Native} ci preview "$STACK" --plan "${planPath("$STACK", head)}" --json "previews/$STACK.json"
  artifacts:
    when: always
    paths: [plan, previews]
    expire_in: 30 days

# Environment reports: GITLAB_TOKEN with the scope api.
comment:
  stage: comment
  needs: [preview]
  environment:
    name: reports
    action: access
  rules:
    # Also after a preview that failed.
    - if: ${ownMergeRequest}
      when: always
  interruptible: true
  timeout: 10 minutes
  script:
    - ${command(commentCommand(plan), 6)}

no-preview-without-variables:
  stage: preview
  rules:
    - if: ${mergeRequestOfFork}
  before_script: []
  script:
    - echo "No preview, because merge requests of forks get no variables. To see one, push the commits to a branch of this project."
`;

const apply = ({ branch }: PipelinePlan) => `\
${comment(`Environment <stack>/apply: ${credentialsOf("apply")} GITLAB_TOKEN with the scope read_api, which finds the plan and is unset before the program runs.`)}
apply:
  extends: .each-stack
  stage: apply
  environment:
    name: $STACK/apply
  # One at a time.
  resource_group: $STACK
  rules:
    - if: ${gitlabCondition("push", branch)}
  timeout: 60 minutes
  script:
    - ${auth0Native} ci find-plan "$STACK" --plan plan/plan.json
    - unset GITLAB_TOKEN
    - ${auth0Native} ci apply "$STACK" --plan plan/plan.json
    # Reads back what was applied: a difference fails the job.
    - ${auth0Native} drift "$STACK"
`;

const drift = (plan: PipelinePlan) => `\
${driftJob(plan)}  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  timeout: 30 minutes
  script:
    - ${command(driftCommand(plan), 6)}
  # Exit codes: 0 no drift, 1 failed check, 2 drift, which is a warning and no failure.
  allow_failure:
    exit_codes: [2]
  artifacts:
    when: always
    paths: [parts]
    expire_in: 30 days

report:
  stage: report
  needs: [drift]
  rules:
    # Also after a check that failed.
    - if: $CI_PIPELINE_SOURCE == "schedule"
      when: always
  timeout: 10 minutes
  script:
    - ${command(mergeCommand(plan, "drift/drift.md"), 6)}
  artifacts:
    when: always
    paths: [drift]
    expire_in: 30 days

# Environment reports: GITLAB_TOKEN with the scope api.
issue:
  stage: issue
  needs: [report]
  environment:
    name: reports
    action: access
  # One at a time, since each updates the same issues.
  resource_group: reports
  rules:
    # Also after a report that failed.
    - if: $CI_PIPELINE_SOURCE == "schedule"
      when: always
  timeout: 10 minutes
  script:
    - ${auth0Native} ci issue drift/drift.json
`;

/** What differs between a job for each stack and a job for each shard. */
const driftJob = (plan: PipelinePlan) =>
  shardsOf(plan) === undefined
    ? `\
${comment(`Environment <stack>/drift: ${credentialsOf("drift")}`)}
drift:
  extends: .each-stack
  stage: drift
  environment:
    name: $STACK/drift
    action: access
  resource_group: $STACK/drift
`
    : `\
${comment(sharedEnvironment)}
drift:
  parallel:
    matrix:
      - SHARD:
          ${quotedList(driftParts(plan), 10)}
${beforeProgram(plan.nodejs)}  stage: drift
  environment:
    name: drift
    action: access
  resource_group: drift/$SHARD
`;
