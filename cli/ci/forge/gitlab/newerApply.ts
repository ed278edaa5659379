import type { Props } from "../../../../provider/shared/json";
import { gitlabJob } from "../../names";
import type { ForgeClient } from "../client";
import type { Run } from "../forge";
import { requireInteger, requireVariable } from "../variables";
import { jobsOf, pipelinesAfter } from "./pipelines";

/** The newest later pipeline of this branch, if any, that has started to apply a plan of the stack. */
export async function newerApply(
  client: ForgeClient,
  env: NodeJS.ProcessEnv,
  project: string,
  stack: string,
): Promise<Run | undefined> {
  const branch = requireVariable(env, "CI_COMMIT_REF_NAME");
  const ownId = requireInteger(env, "CI_PIPELINE_ID");
  for (const { id, url } of await pipelinesAfter(client, project, branch, ownId)) {
    // With retried jobs: a second attempt does not undo what the first one applied.
    const jobs = await jobsOf(client, `${project}/pipelines/${id}/jobs?include_retried=true`);
    const applies = jobs.filter(({ name }) => name === gitlabJob("apply", stack));
    const job = applies.find(({ item }) => mayHaveApplied(item));
    if (job) return { url, state: job.state };
  }
  return undefined;
}

/** Whether a runner may have started the job, however it ended; true in doubt. */
function mayHaveApplied({ status, started_at: started }: Props): boolean {
  if (started) return true;
  // Cancelled while it waited, or no runner took it.
  if (started === null && (status === "failed" || status === "canceled")) return false;
  return !notStarted.includes(String(status));
}

const notStarted = [
  ...["created", "waiting_for_resource", "waiting_for_callback", "preparing", "pending"],
  ...["scheduled", "manual", "skipped"],
];
