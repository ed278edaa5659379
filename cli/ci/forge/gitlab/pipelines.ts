import type { Props } from "../../../../provider/shared/json";
import type { ForgeClient } from "../client";
import { integer, optionalText, text } from "../fields";

export interface Pipeline {
  id: number;
  url: string;
  commit: string;
  ref: string;
  project: number | undefined;
}

/** The pipelines of a list, newest first. */
export async function pipelinesOf(client: ForgeClient, path: string): Promise<Pipeline[]> {
  return (await client.list(path, readPipeline)).sort(newest);
}

/** The pipelines on a branch or a tag that were created after another one, newest first. */
export async function pipelinesAfter(
  client: ForgeClient,
  project: string,
  ref: string,
  id: number,
): Promise<Pipeline[]> {
  const path = `${project}/pipelines?ref=${encodeURIComponent(ref)}&order_by=id&sort=desc`;
  // A branch can have more pipelines than GitLab returns pages of (its page "REST API", "Pagination").
  const pipelines = await client.list(path, readPipeline, undefined, (page) =>
    page.some((pipeline) => pipeline.id <= id),
  );
  return pipelines.filter((pipeline) => pipeline.id > id).sort(newest);
}

const readPipeline = (item: Props): Pipeline => ({
  id: integer(item, "id"),
  url: text(item, "web_url"),
  commit: text(item, "sha"),
  ref: optionalText(item, "ref") ?? "",
  project: item.project_id === undefined ? undefined : integer(item, "project_id"),
});

export interface Job {
  id: number;
  name: string;
  state: string;
  /** Everything that GitLab says of the job. */
  item: Props;
}

/** Jobs, newest first. */
export async function jobsOf(client: ForgeClient, path: string): Promise<Job[]> {
  const jobs = await client.list(path, (item) => ({
    id: integer(item, "id"),
    name: text(item, "name"),
    state: text(item, "status"),
    item,
  }));
  return jobs.sort(newest);
}

const newest = (a: { id: number }, b: { id: number }) => b.id - a.id;
