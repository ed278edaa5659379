import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import { inlineCode } from "../../../cli/drift/render/markdown/escape";
import { driftReport, type ResourceReport, stackReport } from "../../../cli/drift/report";
import { type Forge, repository, startForge, token } from "../../support/pipelines/forge";
import {
  type Ended,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
  told,
} from "../../support/project";
import { hostile as anything } from "../../support/values/hostileText";

const scripts = join(root, "examples/gitops/scripts");
const said: string[] = [];
let forge: Forge;
let folder: string;

beforeAll(async () => {
  forge = await startForge();
});
beforeEach(() => {
  folder = temporaryFolder();
  Object.assign(forge, {
    ...{ issues: [], comments: [], labels: [], artifacts: [], applies: [], merged: new Map() },
    ...{ refuse: undefined, elsewhere: undefined, moved: undefined, pageSize: 100, requests: [] },
  });
});
afterEach(() => {
  for (const text of said.splice(0)) expect(text).not.toContain(token);
});
afterAll(async () => {
  removeTemporaryFolders();
  await forge.close();
});

type Kind = keyof Forge["environments"];
const both: Kind[] = ["GitHub", "GitLab"];

const given = (kind: Kind) => ({
  ...forge.environments[kind],
  ...(kind === "GitHub"
    ? {
        GITHUB_TOKEN: token,
        PULL_REQUEST: "7",
        COMMIT: "b2",
        GITHUB_OUTPUT: join(folder, "output"),
      }
    : { GITLAB_TOKEN: token, CI_MERGE_REQUEST_IID: "7", CI_COMMIT_SHA: "b2" }),
});

async function script(name: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const path = `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const ended = await run(process.execPath, [join(scripts, `${name}.mjs`), ...args], folder, {
    ...{ PATH: path, ...env },
  });
  said.push(ended.text);
  return ended;
}

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

/** A command that stands in for the real one. */
function fake(shell: string, name = "pulumi") {
  write(name, `#!/bin/sh\necho "$@" >> "${folder}/calls"\n${shell}\n`);
  chmodSync(join(folder, name), 0o755);
}

const urn = "urn:pulumi:production::test::pulumi-nodejs:dynamic/auth0-native:EventStream::crm";
const changed = (...paths: string[]): ResourceReport => ({
  ...{ urn, type: "EventStream", name: "crm", id: "est_1", result: "changed" },
  properties: paths.map((path) => ({ path, expected: "a", live: "b" })),
});
const gone: ResourceReport = { ...changed(), result: "gone" };

function report(resources: ResourceReport[], problems: string[] = []) {
  const found = { name: "production", folder: ".", checked: 1, resources };
  const stack = stackReport({ ...found, problems: problems.map((message) => ({ message })) });
  write("drift.json", JSON.stringify(driftReport([stack], new Date(), new Date())));
  write("drift.md", `# Drift\n\n${JSON.stringify(resources)}${problems}\n`);
}

const issue = (kind: Kind) =>
  script("issue", ["production", "drift.json", "drift.md"], given(kind));

describe.each(both)("one issue on %s", (kind) => {
  const opening = { GitHub: ["POST /labels", "POST /issues"], GitLab: ["POST /issues"] }[kind];
  const editing = { GitHub: "PATCH /issues/1", GitLab: "PUT /issues/1" }[kind];
  const noting = { GitHub: "POST /issues/1/comments", GitLab: "POST /issues/1/notes" }[kind];

  test("is opened by drift, left while it stays, edited when it grows, and closed when it ends", async () => {
    report([]);
    expect(told(await issue(kind))).toContain("exit code 0\nNo drift, no issue.");
    expect(forge.writes()).toEqual([]);

    report([changed("name")]);
    expect(told(await issue(kind))).toContain("exit code 0");
    expect(forge.writes()).toEqual(opening);
    expect(forge.issues).toMatchObject([
      { title: "Drift in production", labels: ["drift-check"], state: "open" },
    ]);
    expect(forge.issues[0]?.body).toContain('"path":"name"');

    await issue(kind);
    expect(forge.writes()).toEqual([]);

    report([changed("name", "status")]);
    await issue(kind);
    expect(forge.writes()).toEqual([editing, noting]);
    expect(forge.issues[0]?.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^New since the last check: `EventStream crm: status`\. \[Run\]/),
    ]);

    report([changed("status")]);
    await issue(kind);
    expect(forge.writes()).toEqual([editing]);

    report([]);
    await issue(kind);
    expect(forge.writes()).toEqual([noting, editing]);
    expect(forge.issues).toMatchObject([{ state: "closed" }]);
  });

  test("of an incident that is over stays closed: later drift opens its own", async () => {
    report([gone]);
    await issue(kind);
    report([]);
    await issue(kind);
    report([gone]);
    await issue(kind);
    expect(forge.issues).toMatchObject([{ state: "closed" }, { state: "open" }]);
  });

  test("tells a failed check apart from drift, and closes for neither", async () => {
    report([gone]);
    await issue(kind);
    report([], ["no answer from the tenant"]);
    expect(told(await issue(kind))).toContain("exit code 0");
    expect(forge.issues).toMatchObject([
      { title: "Drift check of production failed", state: "open" },
    ]);
    report([gone]);
    await issue(kind);
    expect(forge.issues[0]?.notes.map(({ body }) => body.replace(/ \[Run.*/, ""))).toEqual([
      "Drift check of `production` failed.",
      "Drift in `production`.",
    ]);
  });

  test("is found among many, and is neither another stack's nor one that somebody else wrote", async () => {
    report([gone]);
    await issue(kind);
    const [first] = forge.issues;
    if (!first) throw new Error("no issue was opened");
    const body = first.body;
    Object.assign(first, { author: "somebody" });
    const other = {
      ...first,
      number: 2,
      author: "bot",
      body: body.replace("production", "staging"),
    };
    const mine = { ...first, number: 3, author: "bot" };
    forge.issues.push(other, mine);
    forge.pageSize = 1;
    report([]);
    await issue(kind);
    expect(forge.issues.map(({ state }) => state)).toEqual(["open", "open", "closed"]);
  });
});

test("an issue is left as it is by a report that cannot be read", async () => {
  report([gone]);
  await issue("GitHub");
  forge.writes();
  const good = JSON.parse(readFileSync(join(folder, "drift.json"), "utf8"));
  const other = { ...good.stacks[0], name: "staging" };
  const wrong: [string, string][] = [
    ["{", "drift.json is not JSON"],
    ["null", "is of version undefined"],
    [JSON.stringify({ ...good, version: 2 }), "drift.json is of version 2, and this script reads"],
    [JSON.stringify({ ...good, stacks: [] }), "does not report on the stack production alone"],
    [JSON.stringify({ ...good, stacks: [good.stacks[0], other] }), "the stack production alone"],
    [JSON.stringify({ ...good, stacks: [other] }), "does not report on the stack production"],
    [JSON.stringify({ version: 1, stacks: [{ name: "production" }] }), "is no drift report"],
  ];
  for (const [text, message] of wrong) {
    write("drift.json", text);
    const ended = told(await issue("GitHub"));
    expect(ended).toContain("exit code 1\nerror: ");
    expect(ended).toContain(message);
    expect(ended).toContain("The issue is left as it is.");
  }
  const missing = await script("issue", ["production", "no.json", "drift.md"], given("GitHub"));
  expect(told(missing)).toContain("exit code 1\nerror: There is no report at no.json");
  expect(forge.requests).toEqual([]);
});

test("an issue's text has room on GitHub, however much drifts, and old drift is not told as new", async () => {
  const many = Array.from({ length: 2000 }, (_, at) => ({
    ...changed("name"),
    urn: `${urn}${at}`,
  }));
  report(many);
  await issue("GitHub");
  report(many.slice(1));
  await issue("GitHub");
  expect(forge.issues[0]?.notes).toEqual([]);
  expect(forge.issues[0]?.body.length).toBeLessThan(65_536);
  expect(forge.issues[0]?.body).toContain("The whole report is an artifact of the run.");
});

/** Each would be live in Markdown: a mention, a link, an image, HTML, a reference, a quick action. */
const hostile = [
  "`@acme/team`",
  "``` @team",
  "[link](https://evil.example)",
  "![image](https://evil.example/x.png)",
  "<img src=x onerror=y> <!-- -->",
  "#1 !2 ~label",
  "a`\n/close\n\n@team\n```\n~~~",
  "a\r/close",
  "\u202e\u2028@team",
  "https://evil.example",
  " `",
  " ",
  "x".repeat(500),
];

describe("a hostile name", () => {
  test.each(both)("stays in its code in a comment on %s's issue", async (kind) => {
    report([gone]);
    await issue(kind);
    report(
      hostile.map((name) => ({ ...changed(name), name, type: name, urn: `${urn}${name}` })),
      ["failed"],
    );
    await issue(kind);
    const [note] = forge.issues[0]?.notes ?? [];
    const names = hostile.map((name) => inlineCode(`${name} ${name}: ${name}`)).join(", ");
    expect(note?.body).toBe(
      `Drift check of \`production\` failed. New since the last check: ${names}. [Run](${runOf(kind)})`,
    );
  });

  test("is written as the drift report writes it", async () => {
    const names = [...hostile, "", "\u{1f468}\u200d\u{1f469}", ...fc.sample(anything, 200)];
    const module = JSON.stringify(pathToFileURL(join(scripts, "markdown.mjs")));
    const source = `import { code } from ${module};
      console.log(JSON.stringify(${JSON.stringify(names)}.map(code)));`;
    const node = await run(process.execPath, ["--input-type=module", "-e", source], folder);
    expect(JSON.parse(node.stdout)).toEqual(names.map(inlineCode));
  });

  test.each(["", "a b", "a\n@team", "-->", "`", "org/project/stack", "x".repeat(101)])(
    "is not taken for a stack's: %j",
    async (stack) => {
      for (const name of ["issue", "comment", "preview", "apply", "find-plan"]) {
        const ended = told(await script(name, [stack, "a", "b"], given("GitHub")));
        expect(ended).toContain(`exit code 1\nerror: ${JSON.stringify(stack)} is no stack's name`);
      }
      expect(forge.requests).toEqual([]);
    },
  );

  test("that is cut off with the end of a long report stays in its code", async () => {
    report([gone]);
    write("drift.md", `# Drift\n\n${"x".repeat(60_000)}\n\n${"`@team ` ".repeat(2000)}`);
    await issue("GitHub");
    expect(forge.issues[0]?.body).not.toContain("@team");
    expect(forge.issues[0]?.body).toContain("x\n\nThe whole report is an artifact of the run.");
  });
});

const runOf = (kind: Kind) =>
  kind === "GitHub"
    ? "https://github.example/acme/tenants/actions/runs/42"
    : forge.environments.GitLab.CI_JOB_URL;

describe.each(both)("the comment on %s", (kind) => {
  const comment = (stack: string) => script("comment", [stack, "preview.md"], given(kind));

  test.each(["somebody", "translator[bot]"])(
    "is one for each stack, and %s's is not touched",
    async (author) => {
      write("preview.md", "first");
      await comment("production");
      const foreign = { ...forge.comments[0], id: 1, author } as Forge["comments"][0];
      forge.comments.unshift(foreign);
      forge.pageSize = 1;
      await comment("staging");
      write("preview.md", "second");
      await comment("production");
      const texts = forge.comments.map(({ body }) => body.split("\n").slice(0, 2).join(" "));
      expect(forge.comments[1]?.body).toMatch(/\n\nCommit b2, \[run\]\(https:\/\/\S+42\)$/);
      expect(texts).toEqual([
        "<!-- auth0-native preview: production --> first",
        "<!-- auth0-native preview: production --> second",
        "<!-- auth0-native preview: staging --> first",
      ]);
    },
  );
});

describe("a request", () => {
  test.each(both)("that %s refuses is explained", async (kind) => {
    report([gone]);
    for (const [status, hint] of [
      [401, { GitHub: "The token is wrong or has expired", GitLab: "GITLAB_TOKEN is wrong" }],
      [403, { GitHub: "lacks a permission", GitLab: "needs the scope `api`" }],
    ] as const) {
      forge.refuse = () => status;
      const ended = told(await issue(kind));
      expect(ended).toContain(`issues was refused with ${status}: refused by the test.`);
      expect(ended).toContain(hint[kind]);
    }
    const { GITHUB_TOKEN, GITLAB_TOKEN, ...without } = given(kind) as Record<string, string>;
    const ended = await script("issue", ["production", "drift.json", "drift.md"], without);
    expect(told(ended)).toMatch(/^exit code 1\nerror: GIT(HUB|LAB)_TOKEN is not set: /);
  });

  test("is repeated after a passing fault, but never one that creates", async () => {
    report([gone]);
    let faults = 1;
    forge.refuse = (request) => (request === "GET /issues" && faults-- > 0 ? 502 : undefined);
    expect(told(await issue("GitLab"))).toContain("exit code 0");
    expect(forge.requests.filter((request) => request === "GET /issues")).toHaveLength(2);
    forge.issues = [];
    forge.writes();
    forge.refuse = (request) => (request === "POST /issues" ? 502 : undefined);
    expect(told(await issue("GitLab"))).toContain("exit code 1");
    expect(forge.writes()).toEqual(["POST /issues"]);
  });

  test("takes the token to no other host", async () => {
    report([gone]);
    await issue("GitHub");
    forge.issues.push(...forge.issues);
    Object.assign(forge, { pageSize: 1, elsewhere: "http://localhost:9" });
    expect(told(await issue("GitHub"))).toMatch(
      /^exit code 1\nerror: http:\/\/127\.0\.0\.1:\d+ sends to http:\/\/localhost:9 for the next page/,
    );
  });

  test.each(both)("takes the token to no host that %s redirects to", async (kind) => {
    const seen: string[] = [];
    const other = createServer((message, response) => {
      seen.push(...message.rawHeaders);
      response.end("[]");
    }).listen(0);
    report([gone]);
    forge.moved = `http://localhost:${(other.address() as AddressInfo).port}`;
    await issue(kind);
    other.close();
    expect(seen).toContain("host");
    expect(seen.join()).not.toContain(token);
  });

  test("needs a forge", async () => {
    report([gone]);
    const ended = await script("issue", ["production", "drift.json", "drift.md"], {});
    expect(told(ended)).toContain("Neither GITHUB_ACTIONS nor GITLAB_CI is set");
  });
});

describe("the plan", () => {
  const merge = "a1";
  const head = "b2";
  const find = (kind: Kind) =>
    script("find-plan", ["production", merge, join(folder, "plan/plan.json")], given(kind));
  const plan = (
    kind: Kind,
    run: number,
    sha: string,
    more: Partial<Forge["artifacts"][0]> = {},
  ) => {
    const name = { GitHub: `plan-production-${sha}`, GitLab: "preview: [production]" }[kind];
    const files = { [`plan/production-${sha}.json`]: `plan ${run}` };
    forge.artifacts.push({ ...{ name, run, sha, files, from: repository }, ...more });
  };
  const found = (kind: Kind) =>
    kind === "GitHub"
      ? readFileSync(join(folder, "output"), "utf8")
      : readFileSync(join(folder, "plan/plan.json"), "utf8");

  test.each(both)("on %s is that of the merged pull request's last commit", async (kind) => {
    forge.merged.set(merge, head);
    plan(kind, 1, "c3");
    plan(kind, 2, head);
    plan(kind, 3, head);
    plan(kind, 4, head, { from: "fork/tenants" });
    const ended = told(await find(kind));
    expect(ended).toContain("exit code 0");
    expect(ended).toContain("for commit b2 by run 3.");
    expect(found(kind)).toBe(kind === "GitHub" ? "name=plan-production-b2\nrun=3\n" : "plan 3");
  });

  test.each(both)("on %s is the one that was made by hand, where there is one", async (kind) => {
    forge.merged.set(merge, head);
    plan(kind, 2, merge);
    plan(kind, 3, head);
    expect(told(await find(kind))).toContain("for commit a1 by run 2.");
  });

  const step = (conclusion: string | null) => ({ steps: [{ name: "Apply", conclusion }] });
  const unrun = { runner_name: "", steps: [] };
  const began: [Kind, string, object][] = [
    ["GitHub", "has succeeded", {}],
    ["GitHub", "failed half-way", { conclusion: "failure", ...step("failure") }],
    ["GitHub", "failed its drift check", { conclusion: "failure" }],
    ["GitHub", "is running", { status: "in_progress", conclusion: null, ...step(null) }],
    ["GitHub", "timed out", { conclusion: "timed_out", ...step("cancelled") }],
    ["GitHub", "was cancelled while it applied", { conclusion: "cancelled", ...step("cancelled") }],
    ["GitHub", "was cancelled somewhere", { conclusion: "cancelled", ...step("skipped") }],
    ["GitHub", "was cancelled, and has no steps left", { conclusion: "cancelled", steps: [] }],
    ["GitHub", "has a conclusion not known here", { conclusion: "stale", steps: [] }],
    ["GitLab", "has succeeded", {}],
    ["GitLab", "failed", { status: "failed" }],
    ["GitLab", "was cancelled", { status: "canceled" }],
    ["GitLab", "is being cancelled", { status: "canceling" }],
    ["GitLab", "is running", { status: "running" }],
    ["GitLab", "says no start", { status: "canceled", started_at: undefined }],
    ["GitLab", "has a status not known here", { status: "odd", started_at: null }],
  ];
  const never: [Kind, string, object][] = [
    ...["queued", "requested", "waiting", "pending"].map((status): (typeof began)[0] => [
      ...(["GitHub", `is ${status}`, { ...unrun, status, conclusion: null }] as const),
    ]),
    ["GitHub", "was skipped", { conclusion: "skipped", steps: [] }],
    ["GitHub", "was cancelled while it waited", { ...unrun, conclusion: "cancelled" }],
    ["GitHub", "was refused by a reviewer", { ...unrun, conclusion: "failure" }],
    ["GitHub", "found no plan", { conclusion: "failure", ...step("skipped") }],
    ...[
      ...["created", "waiting_for_resource", "preparing", "pending", "waiting_for_callback"],
      ...["scheduled", "manual", "skipped", "canceled", "failed"],
    ].map((status): (typeof began)[0] => [
      ...(["GitLab", `is ${status} without a start`, { status, started_at: null }] as const),
    ]),
  ];

  test.each(began)("on %s is refused where a newer apply %s", async (kind, _, job) => {
    forge.merged.set(merge, head);
    plan(kind, 2, head);
    forge.applies.push({ run: 7, stack: "production", job });
    const ended = told(await find(kind));
    expect(ended).toMatch(
      /^exit code 1\nerror: A newer apply of production has started \(\w+\): https:\S+\/7\. /,
    );
    expect(ended).toContain("Nothing was applied. Run the newest apply again instead");
    expect(existsSync(join(folder, "output"))).toBe(false);
    expect(existsSync(join(folder, "plan/plan.json"))).toBe(false);
  });

  test.each(never)("on %s is taken where a newer apply %s", async (kind, _, job) => {
    forge.merged.set(merge, head);
    plan(kind, 2, head);
    forge.applies.push({ run: 7, stack: "production", job });
    expect(told(await find(kind))).toContain("exit code 0");
  });

  test.each(both)("on %s is taken beside an older apply and another stack's", async (kind) => {
    forge.merged.set(merge, head);
    plan(kind, 2, head);
    forge.applies.push({ run: 4, stack: "production" }, { run: 6, stack: "staging" });
    expect(told(await find(kind))).toContain("exit code 0");
  });

  test.each(both)("on %s is refused where a newer apply started and waits again", async (kind) => {
    forge.merged.set(merge, head);
    plan(kind, 2, head);
    const failed = { GitHub: { conclusion: "failure" }, GitLab: { status: "failed" } }[kind];
    const waits = {
      GitHub: { ...unrun, status: "waiting", conclusion: null },
      GitLab: { status: "manual", started_at: null },
    }[kind];
    forge.applies.push(
      { run: 7, stack: "production", job: waits },
      { run: 7, stack: "production", job: failed, replaced: true },
    );
    expect(told(await find(kind))).toMatch(/A newer apply .* has started \(fail/);
  });

  test.each(both)("on %s is refused by the newest of many applies", async (kind) => {
    forge.merged.set(merge, head);
    plan(kind, 2, head);
    const others = Array.from({ length: 250 }, (_, at) => ({ run: 8, stack: `stack-${at}` }));
    const older = Array.from({ length: 120 }, (_, at) => ({ run: -at, stack: "production" }));
    const newer = [7, 8].map((run) => ({ run, stack: "production" }));
    forge.applies.push(...older, ...others, ...newer);
    expect(told(await find(kind))).toMatch(/has started \(success\): https:\S+\/8\. /);
  });

  test.each(both)("that is missing on %s is said, with what to do", async (kind) => {
    forge.merged.set(merge, head);
    plan(kind, 1, "c3");
    plan(kind, 2, head, { from: "fork/tenants" });
    if (kind === "GitHub") plan(kind, 3, head, { expired: true });
    const ended = told(await find(kind));
    expect(ended).toContain("exit code 1\nerror: There is no plan of production for commit a1");
    expect(ended).toContain("Nothing was applied. Run the preview by hand on the default branch");
    expect(existsSync(join(folder, "output"))).toBe(false);
  });
});

const version = 'if [ "$1" = version ]; then echo v3.259.0; exit; fi';

describe("a Pulumi CLI", () => {
  const preview = (env: Record<string, string> = {}) =>
    script("preview", ["production", "plan/plan.json", "preview.md"], env);
  const comment = () => readFileSync(join(folder, "preview.md"), "utf8");

  test("that is too old is named, and runs nothing", async () => {
    fake("echo v3.100.0; exit 255");
    write("plan.json", "{}");
    const apply = await script("apply", ["production", "plan.json"], {});
    for (const ended of [await preview(), apply]) {
      expect(told(ended)).toContain(
        "exit code 1\nerror: The Pulumi CLI is v3.100.0, which is too old; this needs 3.227 or newer",
      );
    }
    expect(readFileSync(join(folder, "calls"), "utf8")).toBe("version\nversion\n");
    expect(comment()).toContain("**The preview failed** (exit code 1)");
    expect(comment()).toContain("which is too old");
  });

  test("that is none is named", async () => {
    fake("echo hello");
    expect(told(await preview())).toContain('`pulumi version` answered "hello"');
  });

  test("that fails fails the preview with its own code, and the comment says why", async () => {
    fake(`${version}\necho 'error: No credentials' >&2; exit 4`);
    expect(told(await preview())).toBe("exit code 4\nerror: No credentials\n");
    expect(comment()).toContain("**The preview failed** (exit code 4)");
    expect(comment()).toContain("error: No credentials");
  });

  test("that prints a secret of the job, a fence or too much does no harm to the comment", async () => {
    const secret = "canary-passphrase";
    fake(`${version}
printf '%s\\n' "${secret}" '\`\`\`\`' '</details>' 'Resources:' '    ~ 2 to update' '    +-1 to replace'
head -c 100000 /dev/zero | tr '\\0' x`);
    await preview({ PULUMI_CONFIG_PASSPHRASE: secret });
    expect(comment()).not.toContain(secret);
    expect(comment()).toContain("```text\n[secret]\n    ````\n</details>\n");
    expect(comment()).toContain(
      "**2 to update, 1 to replace** – **objects of the tenant are deleted**",
    );
    expect(comment().length).toBeLessThan(60_000);
    expect(comment()).toContain("The rest stands in the job's log.");
  });

  test("that prints hostile lines has them within the comment's block, and its own counts", async () => {
    const lines = [...hostile, "~~~", "/close", "```", "  ```", "\t```", "a\u2028```"].join("\n");
    write("lines", `Resources:\n    @team to create\n${lines}\nResources:\n`);
    fake(`${version}
cat lines; printf '%s\\n' '    + 1 to create' '    =2 to import' '    [x](https://evil.example)' '    3 changes. 4 unchanged'`);
    await preview();
    const [head = "", ...rest] = comment().split("\n```text\n");
    const [block = "", tail] = rest.join("").split("\n```\n");
    expect(head).toContain(
      "\n**1 to create, 2 to import, `[x](https://evil.example)`, 3 changes. 4 unchanged**\n",
    );
    expect(tail).toBe("\n</details>\n");
    expect(block).toContain("@team");
    expect(block.split("\n").filter((line) => /^( {0,3}(```|~~~)|\/)/.test(line))).toEqual([
      ...["~~~", "~~~"],
    ]);
    expect(block).not.toMatch(/[\r\u2028\u202e]/);
  });

  test("that prints much that has to be escaped leaves the comment its room", async () => {
    fake(`${version}\nhead -c 60000 /dev/zero | tr '\\0' '\`'; head -c 60000 /dev/zero`);
    await preview();
    expect(comment().length).toBeLessThan(60_000);
  });

  test("that finds nothing to do says so in the comment", async () => {
    fake(
      `${version}\nprintf '%s\\n' 'Previewing update (production):' 'Resources:' '    2 unchanged'`,
    );
    await preview();
    expect(comment()).toContain("**2 unchanged**");
  });

  test("that refuses a plan does not get its secrets into the log", async () => {
    write("plan.json", "{}");
    fake(`${version}
echo 'Previewing update (production):'
echo 'error: resource urn violates plan: properties changed: ++token[{&{{canary-old'
echo 'canary-second-line}}}!={&{{[secret]}}}]'
exit 1`);
    const ended = told(await script("apply", ["production", "plan.json"], {}));
    expect(ended).not.toContain("canary");
    expect(ended).toContain("error: resource urn violates plan\n");
    expect(ended).toContain("exit code 1");
    expect(ended).toContain("no longer fits");
    expect(ended).toContain("Nothing was applied.");
  });

  test("that refuses a plan half-way is not said to have applied nothing", async () => {
    write("plan.json", "{}");
    fake(`${version}
echo 'Updating (production):'
echo 'error: create is not allowed by the plan: no steps were expected for this resource'
exit 1`);
    const ended = told(await script("apply", ["production", "plan.json"], {}));
    expect(ended).toContain("A part of it was applied.");
    expect(ended).not.toContain("Nothing was applied");
  });

  test("is not asked to apply without a plan", async () => {
    fake(version);
    const ended = told(await script("apply", ["production", "plan.json"], {}));
    expect(ended).toContain("error: There is no plan at plan.json. Nothing was applied.");
    expect(readFileSync(join(folder, "calls"), "utf8")).toBe("version\n");
  });
});

describe("a job on GitLab", () => {
  const pipeline = parse(readFileSync(join(root, "examples/gitops/.gitlab-ci.yml"), "utf8"));

  async function job(name: string, more: Record<string, string> = {}): Promise<Ended> {
    symlinkSync(scripts, join(folder, "scripts"));
    const env = { ...given("GitLab"), STACK: "production", ...more };
    const ended = await run(
      "bash",
      ["-eo", "pipefail", "-c", pipeline[name].script.join("\n")],
      folder,
      {
        ...{ PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`, ...env },
      },
    );
    said.push(ended.text);
    return ended;
  }

  test.each([
    ["no drift", 0, [], []],
    ["drift", 2, [gone], []],
    ["a failed check", 1, [], ["no answer"]],
  ])("ends after %s with %d, when the issue is kept", async (_, code, resources, problems) => {
    mkdirSync(join(folder, "drift"));
    report(resources, problems);
    for (const file of ["drift.json", "drift.md"]) {
      renameSync(join(folder, file), join(folder, "drift", file));
    }
    fake(`exit ${code}`, "npx");
    expect((await job("drift")).code).toBe(code);
    expect(forge.issues).toHaveLength(code === 0 ? 0 : 1);
    expect(readFileSync(join(folder, "calls"), "utf8")).toContain(
      "--no-install auth0-native drift production --json drift/drift.json --markdown drift/drift.md",
    );
  });

  test("fails when there is no report", async () => {
    fake("exit 2", "npx");
    expect((await job("drift")).code).toBe(1);
  });

  test("notes a preview that failed, and fails", async () => {
    fake(`${version}\necho 'error: broken'; exit 5`);
    expect((await job("preview")).code).toBe(5);
    expect(forge.comments[0]?.body).toContain("error: broken");
  });

  test("keeps the plan of the merge request's last commit, and notes nothing without a merge request", async () => {
    fake(`${version}\nwhile [ "$1" != --save-plan ]; do shift; done; echo {} > "$2"`);
    const without = { CI_MERGE_REQUEST_IID: "", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "c3" };
    expect((await job("preview", without)).code).toBe(0);
    expect(existsSync(join(folder, "plan/production-c3.json"))).toBe(true);
    expect(forge.requests).toEqual([]);
  });
});
