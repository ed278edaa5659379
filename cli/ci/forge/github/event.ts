import { readFileSync } from "node:fs";
import { isObject, type Json } from "../../../../provider/shared/json";
import { commitHash, integer, object } from "../fields";

interface PullRequest {
  number: number;
  /** Its last commit. */
  head: string;
}

/** The pull request of the event that started the workflow, if it is about one. */
export function pullRequestOf({ GITHUB_EVENT_PATH }: NodeJS.ProcessEnv): PullRequest | undefined {
  if (!GITHUB_EVENT_PATH) return undefined;
  try {
    const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8")) as Json;
    if (!isObject(event) || !isObject(event.pull_request)) return undefined;
    const { pull_request: pullRequest } = event;
    return {
      number: integer(pullRequest, "number"),
      head: commitHash(object(pullRequest, "head"), "sha"),
    };
  } catch (error) {
    throw new Error(
      `The event in GITHUB_EVENT_PATH (${GITHUB_EVENT_PATH}) could not be read: ${(error as Error).message}.`,
    );
  }
}
