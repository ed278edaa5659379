import { writeFile } from "node:fs/promises";
import { prepareFile } from "../../../shared/files";
import { gitlabJob, planPath } from "../../names";
import type { ForgeClient } from "../client";
import { commitHash, integer } from "../fields";
import type { FoundPlan, MissingPlan } from "../forge";
import { type Job, jobsOf, type Pipeline, pipelinesOf } from "./pipelines";

export interface Project {
  id: number;
  path: string;
}

/** The plan of the newest preview of a stack for a commit. */
export async function findPlan(
  client: ForgeClient,
  project: Project,
  stack: string,
  commit: string,
): Promise<FoundPlan | MissingPlan> {
  const previews: { url: string; job: Job }[] = [];
  for (const { id, url } of await pipelinesFor(client, project, commit)) {
    const jobs = await jobsOf(client, `${project.path}/pipelines/${id}/jobs`);
    const job = jobs.find(({ name }) => name === gitlabJob("preview", stack));
    if (job !== undefined && job.state !== "skipped") previews.push({ url, job });
  }
  // A job that is run again gets a new id: an older pipeline can have the newest preview.
  const [newest] = previews.sort((a, b) => b.job.id - a.job.id);
  if (newest === undefined) return {};

  const { url, job } = newest;
  const preview = { url, state: job.state };
  if (job.state !== "success") return { run: preview };
  const plan = await client.file(
    `${project.path}/jobs/${job.id}/artifacts/${planPath(stack, commit)}`,
  );
  return plan === undefined
    ? { run: preview }
    : { run: preview, take: (file) => write(file, plan) };
}

async function write(file: string, plan: string): Promise<void> {
  await prepareFile(file);
  await writeFile(file, plan);
}

/** The project's own pipelines for a commit: a fork's can contain any job and any file. */
async function pipelinesFor(
  client: ForgeClient,
  project: Project,
  commit: string,
): Promise<Pipeline[]> {
  const ofCommit = await pipelinesOf(client, `${project.path}/pipelines?sha=${commit}`);
  const found = new Map(ofCommit.map((pipeline) => [pipeline.id, pipeline]));
  for (const { iid, head } of await mergeRequestsOf(client, project, commit)) {
    if (head !== commit) continue;
    const path = `${project.path}/merge_requests/${iid}/pipelines`;
    for (const pipeline of await pipelinesOf(client, path)) {
      if (pipeline.commit === commit || isMergedResult(pipeline)) found.set(pipeline.id, pipeline);
    }
  }
  return [...found.values()].filter((pipeline) => pipeline.project === project.id);
}

/**
 * The commit of such a pipeline is a merge that GitLab made (GitLab's page "Merged results
 * pipelines"). The name of the plan's file contains the commit of the merge request.
 */
const isMergedResult = ({ ref }: Pipeline) =>
  /^refs\/merge-requests\/\d+\/(merge|train)$/.test(ref);

/** The last commits of the merge requests that a commit merged. */
export async function mergedCommits(
  client: ForgeClient,
  project: Project,
  commit: string,
): Promise<string[]> {
  const requests = await mergeRequestsOf(client, project, commit);
  return requests.filter(({ isMergedBy }) => isMergedBy).map(({ head }) => head);
}

const mergeRequestsOf = (client: ForgeClient, project: Project, commit: string) =>
  client.list(`${project.path}/repository/commits/${commit}/merge_requests`, (item) => ({
    iid: integer(item, "iid"),
    head: commitHash(item, "sha"),
    isMergedBy:
      item.state === "merged" &&
      [item.merge_commit_sha, item.squash_commit_sha, item.sha].includes(commit),
  }));
