import { isObject, type Props } from "../../../../provider/shared/json";
import type { ForgeClient } from "../client";
import { integer, object, optionalText, text } from "../fields";

export interface WorkflowRun {
  id: number;
  /** Counts the runs of a workflow; all attempts of a run have the same. */
  number: number;
  url: string;
  commit: string;
  /** Whether its commit is from a fork, whose workflow can contain any job and any artifact. */
  isOfFork: boolean;
}

/** The runs of a workflow's file, newest first. */
export async function workflowRuns(
  client: ForgeClient,
  file: string,
  query: string,
): Promise<WorkflowRun[]> {
  const runs = await client.list(
    `/actions/workflows/${file}/runs?${query}`,
    readRun,
    "workflow_runs",
  );
  return runs.sort((a, b) => b.number - a.number);
}

const readRun = (run: Props): WorkflowRun => ({
  id: integer(run, "id"),
  number: integer(run, "run_number"),
  url: text(run, "html_url"),
  commit: text(run, "head_sha"),
  isOfFork:
    !isObject(run.head_repository) ||
    integer(run.head_repository, "id") !== integer(object(run, "repository"), "id"),
});

export interface WorkflowJob {
  name: string;
  /** Its conclusion; until it has one, its status. */
  state: string;
  /** Everything that GitHub says of the job. */
  item: Props;
}

/** The jobs of a run: of its latest attempt, or of all attempts. */
export const jobsOf = (
  client: ForgeClient,
  run: WorkflowRun,
  filter: "latest" | "all",
): Promise<WorkflowJob[]> =>
  client.list(
    `/actions/runs/${run.id}/jobs?filter=${filter}`,
    (item) => ({
      name: text(item, "name"),
      state: optionalText(item, "conclusion") ?? text(item, "status"),
      item,
    }),
    "jobs",
  );
