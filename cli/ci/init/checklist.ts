import { escapeInvisible } from "../../shared/text";
import type { Pipeline } from "../names";
import { permissionNotes } from "./permissions";
import {
  type ForgeName,
  forgeTitles,
  hasJobForEachStack,
  maxMatrixJobs,
  type PipelinePlan,
  shardsOf,
} from "./plan";

export interface ChecklistContext {
  /** What to do before `npm ci` can install this package. */
  packageAdvice?: string | undefined;
  /** The stacks of the drift check that is replaced. */
  driftBefore?: Pick<PipelinePlan, "stacks"> | undefined;
}

/** What people have to do before the pipelines work, in steps for a terminal. */
export function checklist(
  forge: ForgeName,
  plan: PipelinePlan,
  { packageAdvice, driftBefore }: ChecklistContext = {},
): string {
  const steps = [
    packageAdvice ?? [],
    forge === "github" ? githubSteps(plan) : gitlabSteps(plan),
    driftBefore && shardsOf(driftBefore) === undefined && shardsOf(plan) !== undefined
      ? unusedEnvironments(forge, driftBefore)
      : [],
    lastStep(forge, plan),
  ].flat();
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
  return `What to do on ${forgeTitles[forge]}:\n\n${numbered.join("\n")}\n`;
}

/** Which pushes change the tenants. */
export const branchNote = (forge: ForgeName, plan: PipelinePlan): string =>
  hasJobForEachStack(forge, plan)
    ? `The pipelines of ${forgeTitles[forge]} apply what is pushed to the branch ${escapeInvisible(plan.branch)}.`
    : `The pipelines of ${forgeTitles[forge]} apply nothing; their branch is ${escapeInvisible(plan.branch)}.`;

const requests: Record<ForgeName, string> = { github: "pull request", gitlab: "merge request" };

/** The jobs that have an environment for each stack. */
function jobsForEachStack(forge: ForgeName, plan: PipelinePlan): Pipeline[] {
  const changes: Pipeline[] = hasJobForEachStack(forge, plan) ? ["preview", "apply"] : [];
  return shardsOf(plan) === undefined ? [...changes, "drift"] : changes;
}

/** More names would hide the rest. */
const maxNames = 4;

/** The environments of a job: their names, or how they are made of the name of a stack. */
function environments(
  forge: ForgeName,
  { stacks }: Pick<PipelinePlan, "stacks">,
  job: Pipeline,
): string {
  const names = stacks.length > maxNames ? ["<stack>"] : stacks;
  return names.map((stack) => `${stack}${forge === "github" ? "-" : "/"}${job}`).join(", ");
}

/** The environments of all jobs that have one for each stack, each with the application that it needs. */
const applications = (forge: ForgeName, plan: PipelinePlan) =>
  jobsForEachStack(forge, plan)
    .map((job) => `\n   ${environments(forge, plan, job)}: ${permissionNotes[job]}`)
    .join("");

const forEachStack = ({ stacks }: PipelinePlan) =>
  stacks.length > maxNames ? `, for each of the ${stacks.length} stacks` : "";

function githubSteps(plan: PipelinePlan): string[] {
  const jobs = jobsForEachStack("github", plan);
  const own = `Create these environments (Settings, Environments)${forEachStack(plan)}, each with the secrets AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET of a machine-to-machine application of the stack's tenant:${applications("github", plan)}`;
  const reviewers = `Give ${environments("github", plan, "apply")} required reviewers, and limit ${plan.stacks.length === 1 ? "it" : "each"} to the branch ${escapeInvisible(plan.branch)}.`;
  const drift = jobs.includes("drift")
    ? `Limit ${environments("github", plan, "drift")} to the default branch.`
    : "Create the environment drift, limited to the default branch.";
  return [
    ...(jobs.length > 0 ? [own] : []),
    ...(jobs.includes("apply") ? [reviewers] : []),
    drift,
    ...(jobs.includes("drift") ? [] : [sharedCredentials]),
    "Set what the state needs, for the repository or each environment: the secret PULUMI_ACCESS_TOKEN for Pulumi Cloud; else the variable PULUMI_BACKEND_URL, the secret PULUMI_CONFIG_PASSPHRASE, and the backend's credentials in the steps that use PULUMI_BACKEND_URL.",
  ];
}

const sharedCredentials = `One job checks several stacks for drift, so each stack's configuration needs the credentials of ${permissionNotes.drift}: set auth0:clientId and, with --secret, auth0:clientSecret (with the plugin: auth0-native:...). Then run \`pulumi up\` once for each stack: a check uses the configuration of the last one. In the environments of previews and applies, also set the variable AUTH0_DOMAIN: without it, these credentials have priority over those of the environment.`;

/** What a drift check with a job for each stack leaves behind. */
function unusedEnvironments(forge: ForgeName, before: Pick<PipelinePlan, "stacks">): string {
  const names = environments(forge, before, "drift");
  const unused = forge === "github" ? `the environments ${names}` : `the variables of ${names}`;
  return `The drift check no longer uses ${unused}: delete them, once their credentials are in the stacks' configuration.`;
}

function gitlabSteps(plan: PipelinePlan): string[] {
  const jobs = jobsForEachStack("gitlab", plan);
  const own = `Set AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET as masked variables (Settings, CI/CD) with these environment scopes${forEachStack(plan)}, each of a machine-to-machine application of the stack's tenant:${applications("gitlab", plan)}
   Protect all of them but those of preview.`;
  const reports =
    "Set GITLAB_TOKEN, masked, with the environment scope reports: a project access token with the role Developer and the scope api.";
  const apply = [
    "Set GITLAB_TOKEN, masked and protected, with the environment scope */apply: another one with the scope read_api.",
    `Protect the environment${plan.stacks.length === 1 ? "" : "s"} ${environments("gitlab", plan, "apply")}, and the branch ${escapeInvisible(plan.branch)}.`,
  ];
  return [
    ...(jobs.length > 0 ? [own] : []),
    ...(jobs.includes("drift") ? [] : [sharedCredentials]),
    "Set what the state needs as masked variables: PULUMI_ACCESS_TOKEN for Pulumi Cloud; else PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE and the backend's credentials.",
    reports,
    ...(jobs.includes("apply") ? apply : []),
    "Create a pipeline schedule (Build, Pipeline schedules) for the drift check.",
  ];
}

function lastStep(forge: ForgeName, plan: PipelinePlan): string {
  if (hasJobForEachStack(forge, plan)) {
    return `Add these files by a ${requests[forge]}: if you push them to ${escapeInvisible(plan.branch)}, there is no plan, and the first apply fails.`;
  }
  return `Previews and applies were not written: ${forgeTitles[forge]} runs at most ${maxMatrixJobs[forge]} jobs of a matrix, and there are ${plan.stacks.length} stacks. The guide docs/fleet.md of pulumi-auth0-native shows other ways.`;
}
