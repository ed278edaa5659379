import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applications } from "./permissions";
import { shardsFor } from "./shards";

export type ForgeName = "github" | "gitlab";

export interface PipelinePlan {
  stacks: string[];
  /** The default branch; GitLab's pipelines know it. */
  branch: string;
  install: string;
  /** Whether Pulumi runs the program with Node; other programs have packages beside those of npm. */
  nodejs: boolean;
}

export interface PipelineFile {
  path: string;
  text: string;
}

const paths: Record<ForgeName, Record<string, string>> = {
  github: {
    "github-preview.yml": ".github/workflows/preview.yml",
    "github-apply.yml": ".github/workflows/apply.yml",
    "github-drift.yml": ".github/workflows/drift.yml",
  },
  gitlab: { "gitlab.yml": ".gitlab-ci.yml" },
};

export function pipelineFiles(forge: ForgeName, plan: PipelinePlan): PipelineFile[] {
  const values = { ...valuesOf(plan), ...driftValues(plan.stacks) };
  return Object.entries(paths[forge]).map(([template, path]) => {
    // The build copies the folder to the bundled command line.
    const text = readFileSync(join(__dirname, "templates", template), "utf8");
    return { path, text: fill(text, values) };
  });
}

/** In a template, a line with a name in `%` stands for one line for each of the name's values. */
type Values = Record<string, string[]>;

function fill(template: string, values: Values): string {
  let lines = template.split("\n");
  for (const [name, ofName] of Object.entries(values)) {
    const place = `%${name}%`;
    lines = lines.flatMap((line) =>
      line.includes(place) ? ofName.map((value) => line.replaceAll(place, value)) : line,
    );
  }
  return lines.join("\n");
}

function valuesOf({ stacks, branch, install, nodejs }: PipelinePlan): Values {
  const { preview, apply } = applications();
  // Not the plugins: Pulumi would look for this package's plugin on GitHub. npx puts it on PATH.
  const installAll = nodejs ? [install] : [install, "pulumi install --no-plugins"];
  const beforeScript = ["before_script:", ...installAll.map((command) => `  - ${command}`)];
  return {
    stacks,
    branch: [branch],
    install: [install],
    installAll,
    image: [nodejs ? "pulumi-nodejs-24" : "pulumi"],
    beforeScript: nodejs ? [] : beforeScript,
    previewSecrets: comment(`${credentials} of ${preview}`),
    applySecrets: comment(`${credentials} of ${apply}`),
  };
}

const credentials = "AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET";

/** The drift check has a job for each stack, or for each of several shards. */
function driftValues(stacks: string[]): Values {
  const { drift } = applications();
  const shards = shardsFor(stacks);
  if (shards === 1) {
    return {
      part: ["stack"],
      PART: ["STACK"],
      parts: stacks,
      checked: ['"$STACK"'],
      ofOneStack: [""],
      ofShard: [],
      driftSecrets: comment(`${credentials} of ${drift}`),
    };
  }
  const numbers = Array.from({ length: shards }, (_, index) => String(index + 1));
  const checked = [...stacks.map((name) => `"${name}"`), `--shard "$SHARD/${shards}"`];
  const configured = `what the state's backend needs. Each job checks several stacks, so the configuration of each stack has auth0:clientId and auth0:clientSecret, encrypted, of ${drift}`;
  return {
    part: ["shard"],
    PART: ["SHARD"],
    parts: numbers,
    checked,
    ofOneStack: [],
    ofShard: [""],
    driftSecrets: comment(configured),
  };
}

/** The lines of a comment, at most 100 characters long. */
const comment = (text: string): string[] => text.match(/\S.{0,99}(?= |$)/g) ?? [];
