import { join } from "node:path";
import { textsAt, writeFileIn } from "./files";
import type { WorkflowRun } from "./githubRun";
import type { Place } from "./place";
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

function upload(input: Input, { run, folder }: RunningJob): void {
  requireSupported("name path if-no-files-found overwrite retention-days", input);
  const { name = "", path = "" } = input;
  if (name === "" || /[*?\n]/.test(path)) throw new Unsupported(path);
  const files = textsAt(join(folder, path));
  if (Object.keys(files).length === 0) {
    if (input["if-no-files-found"] === "error") throw new ActionError(`no files at ${path}`);
    return;
  }
  if (run.artifacts.has(name) && input.overwrite !== "true") {
    throw new ActionError(`there is an artifact ${name} already`);
  }
  run.artifacts.set(name, files);
}

/** Without `run-id`, the action sees the artifacts of its own run only. */
function download(input: Input, { run, folder }: RunningJob): void {
  requireSupported("name pattern merge-multiple path", input);
  const { name = "", pattern = "", path = "" } = input;
  const [start = "", ...rest] = pattern.split("*");
  if ((name === "") === (pattern === "") || rest.join("") !== "") throw new Unsupported(pattern);
  const chosen = [...run.artifacts].filter(([artifact]) =>
    name ? artifact === name : artifact.startsWith(start),
  );
  if (name && chosen.length === 0) throw new ActionError(`there is no artifact ${name}`);
  for (const [artifact, files] of chosen) {
    const below = name || input["merge-multiple"] === "true" ? path : join(path, artifact);
    for (const [file, text] of Object.entries(files)) writeFileIn(join(folder, below), file, text);
  }
}
