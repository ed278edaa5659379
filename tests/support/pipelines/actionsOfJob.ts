import { join } from "node:path";
import { textsAt, writeFileIn } from "./files";
import { token } from "./forge";
import type { Artifact } from "./forgeMemory";
import type { Place } from "./place";
import { recordArtifact } from "./record";
import type { WorkflowRun } from "./runs";
import { requireSupported, Unsupported } from "./unsupported";
import { ActionError, type Runner } from "./workflow";

interface RunningJob {
  place: Place;
  run: WorkflowRun;
  folder: string;
  env: NodeJS.ProcessEnv;
}

type Input = Record<string, string>;

/** The actions that the written workflows use, as far as these use them. */
export function actionsOf(job: RunningJob): Runner["actions"] {
  return {
    "actions/checkout": (input) => {
      requireSupported("persist-credentials", input);
      return job.place.repository.checkOut(job.run.event.sha, job.folder);
    },
    "actions/setup-node": (input) => requireSupported("node-version package-manager-cache", input),
    // Without it, there is no CLI.
    "pulumi/actions": (input) => {
      requireSupported("pulumi-version", input);
      job.env.PATH = job.place.installation.pathWithPulumi;
    },
    "actions/upload-artifact": (input) => upload(input, job),
    "actions/download-artifact": (input) => download(input, job),
  };
}

function upload(input: Input, { place, run, folder }: RunningJob): void {
  requireSupported("name path if-no-files-found overwrite retention-days", input);
  const { name = "", path = "" } = input;
  if (name === "" || /[*?\n]/.test(path)) throw new Unsupported(`${path}`);
  // The action leaves out hidden files.
  const files = Object.fromEntries(
    Object.entries(textsAt(join(folder, path))).filter(([file]) => !/(^|\/)\./.test(file)),
  );
  if (Object.keys(files).length === 0) {
    if (input["if-no-files-found"] === "error") throw new ActionError(`no files at ${path}`);
    return;
  }
  if (place.forge.artifacts.some((one) => one.name === name && one.run === run.id)) {
    if (input.overwrite !== "true") throw new ActionError(`there is an artifact ${name} already`);
  }
  recordArtifact(place.forge, run, name, files);
}

function download(input: Input, { place, run, folder }: RunningJob): void {
  requireSupported("name pattern merge-multiple path run-id github-token", input);
  const { name, pattern, path = "" } = input;
  const from = Number(input["run-id"] ?? run.id);
  if (from !== run.id && input["github-token"] !== token) throw new ActionError("no token");
  const artifacts = place.forge.artifacts.filter((one) => one.run === from && !one.expired);
  for (const artifact of chosen(artifacts, name, pattern)) {
    const below = name || input["merge-multiple"] === "true" ? path : join(path, artifact.name);
    for (const [file, text] of Object.entries(artifact.files)) {
      writeFileIn(join(folder, below), file, text);
    }
  }
}

/** An artifact with the name, which has to exist, or all that match the pattern. */
function chosen(artifacts: Artifact[], name = "", pattern = ""): Artifact[] {
  if ((name === "") === (pattern === "")) {
    throw new Unsupported("neither a name nor a pattern, or both");
  }
  if (pattern) {
    const [start = "", ...more] = pattern.split("*");
    if (more.join() !== "") throw new Unsupported(`the pattern ${pattern}`);
    return artifacts.filter((one) => one.name.startsWith(start));
  }
  const found = artifacts.find((one) => one.name === name);
  if (!found) throw new ActionError(`there is no artifact ${name}`);
  return [found];
}
