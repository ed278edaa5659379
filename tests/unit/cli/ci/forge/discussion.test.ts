import { expect, test } from "@jest/globals";
import { forgeOf } from "../../../../../cli/ci/forge/forgeOf";
import { type Kind, withForge } from "../../../../support/pipelines/withForge";

const started = withForge();
const forge = (kind: Kind) => forgeOf(started.environment(kind));

test("a pull request on GitHub is not an issue, although GitHub lists it as one", async () => {
  Object.assign(started.forge.openIssue("a", "", ["drift"]), { pull_request: {} });
  expect(await forge("GitHub").issues("drift")).toEqual([]);
});

test("a label on GitHub is created once", async () => {
  for (const title of ["a", "b"]) {
    await forge("GitHub").addIssue({ title, body: "", label: "drift" });
  }
  const labels = started.forge.requests.filter((request) => request === "POST /labels");
  expect(labels).toHaveLength(1);
});

test("a push to GitHub belongs to the pull request that the commit merged", async () => {
  const env = started.environment("GitHub");
  for (const event of ["{}", '{"pull_request":null}']) {
    started.write("event.json", event);
    expect(forgeOf(env).commit).toBe("a1");
    expect(await forgeOf(env).pullRequest()).toBeUndefined();
  }
  started.forge.merged.set("c3", "a1");
  expect(await forgeOf(env).pullRequest()).toBeUndefined();
  started.forge.merged.set("a1", "b2");
  expect(await forgeOf(env).pullRequest()).toMatchObject({ number: 7, head: "b2", isMerged: true });
});

test("a job of GitLab without a merge request has no comments", async () => {
  const env = { ...started.environment("GitLab"), CI_MERGE_REQUEST_IID: "" };
  await expect(forgeOf(env).pullRequest()).rejects.toThrow(
    "CI_MERGE_REQUEST_IID isn't set. Only merge request pipelines have it.",
  );
});
