import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DriftReport } from "../../cli/reports/drift/report";
import { driftCommand } from "../support/drift/command";
import { type Fleet, fleet } from "../support/drift/fleet";
import { readAll } from "../support/engine/stack";
import type { CommandResult } from "../support/project";
import { push as pushInputs } from "../support/values/guardianFcmv1Provider";
import { leaksIn } from "../support/values/leaks";

const program = `
  const { EventStream, GuardianFcmv1Provider, RateLimitPolicy } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "crm",
    subscriptions: ["user.created", "user.deleted", "user.updated"].map((eventType) => ({ eventType })),
    destination: { type: "webhook", configuration: {
      webhookEndpoint: "https://crm.example.com/hook",
      webhookAuthorization: { method: "bearer", token: "canary-token" },
    } },
  });
  new RateLimitPolicy("partners", {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
    configuration: { action: "block", limit: 100 },
  });
  new GuardianFcmv1Provider("push", ${JSON.stringify(pushInputs())});
`;

let all: Fleet;
const checks: CommandResult[] = [];
let merged: CommandResult;
/** The states before and after the checks. */
const states: string[] = [];
let report: DriftReport;

const parts = ["parts/1.json", "parts/2.json"];
const files = { json: "out/drift.json", html: "out/drift.html", markdown: "out/drift.md" };
const read = (file: string) => readFileSync(resolve(all.project.folder, file), "utf8");

const member = (at: number) => {
  const found = all.members[at - 1];
  if (!found) throw new Error(`no member ${at}`);
  const { tenant } = found;
  const [stream] = tenant.streams.values();
  const [policy] = tenant.policies.values();
  if (!stream) throw new Error("the tenant lacks its stream");
  return { ...found, stream, policy };
};

/** The fleet's stacks and two missing ones, in the order of a merged report. */
const stacks = () => [
  "no-such-stack",
  ...all.members.map((one) => one.stack),
  "no-such-folder:prod",
];

/** A stack in the report, without the parts that no test can predict. */
const stack = (at: number) => report.stacks[at];
const objects = (at: number) =>
  stack(at)?.resources.map(({ name, result, properties }) => ({ name, result, properties }));
const push = { name: "push", result: "unverifiable", properties: [] };

beforeAll(async () => {
  all = await fleet(4, program);
  member(2).stream.name = "renamed in the dashboard";
  member(2).tenant.policies.clear();
  await member(3).tenant.close();
  const { stream, tenant } = member(4);
  stream.status = "disabled";
  stream.subscriptions?.shift();
  const { configuration } = stream.destination as { configuration: Record<string, unknown> };
  configuration.webhook_authorization = { method: "basic", username: "somebody" };
  // The engine masks only values that the state marks, so only the command can mask this one.
  const state = join(all.project.folder, `state/.pulumi/stacks/test/${member(4).stack}.json`);
  const plain = read(state).replace(/"token":\s*\{[^}]*\}/g, '"token": "canary-token"');
  writeFileSync(state, plain);
  tenant.respond = ({ path }) =>
    /rate-limit-policies/.test(path)
      ? { status: 400, body: { message: "No such page." } }
      : undefined;
  for (const { tenant } of all.members) tenant.clearRequests();
  states.push(readAll(join(all.project.folder, "state")));
  for (const [index, part] of parts.entries()) {
    const checked = stacks().filter((_, at) => at % parts.length === index);
    checks.push(await driftCommand(all.project, ...checked, "--json", part));
  }
  states.push(readAll(join(all.project.folder, "state")));
  const written = Object.entries(files).flatMap(([name, file]) => [`--${name}`, file]);
  merged = await driftCommand(all.project, "merge", ...parts, ...written);
  report = JSON.parse(read(files.json));
});
afterAll(() => all.remove());

test("a failing tenant does not hide the others, and the report names it with the reason", () => {
  expect(merged.code).toBe(1);
  expect(report.result).toBe("failed");
  expect(report.stacks.map(({ result }) => result)).toEqual([
    ...["failed", "clean", "drift", "failed", "failed", "failed"],
  ]);
  const { domain } = member(3).tenant;
  const [diagnostic, ...others] = stack(3)?.problems ?? [];
  expect(diagnostic?.message).toMatch(
    `POST http://${domain}/oauth/token: no response (ECONNREFUSED)`,
  );
  expect(diagnostic?.message).toMatch(/\(2 objects\)$/);
  expect(others).toEqual([]);
  expect(stack(0)?.problems[0]?.message).toMatch(/^no stack named .* found/);
  expect(stack(5)?.problems[0]?.message).toContain("'no-such-folder' doesn't exist");
});

test("a stack with an object that cannot be read reports that and its drift", () => {
  const { policy, tenant } = member(4);
  expect(stack(4)).toMatchObject({ result: "failed", checked: 1 });
  expect(stack(4)?.problems).toEqual([
    {
      urn: expect.stringMatching(/::partners$/),
      message: expect.stringContaining(
        `GET /rate-limit-policies/${policy?.id} (${tenant.domain}): 400: No such page`,
      ),
    },
  ]);
  expect(objects(4)).toMatchObject([{ name: "crm", result: "changed" }, push]);
});

test("the check sends each tenant one token request and two page requests, and changes nothing", () => {
  for (const { tenant } of [member(1), member(2)]) {
    const sent = tenant.requests.filter(({ method }) => method !== "GET");
    expect(sent.map(({ kind }) => kind)).toEqual(["token"]);
    expect(tenant.apiRequests()).toHaveLength(2);
  }
  expect(states[1]).toBe(states[0]);
});

test("no secret is in any output", () => {
  const printed = [...checks, merged].map(({ text }) => text);
  const written = [...parts, ...Object.values(files)].map(read);
  const reported = [...printed, ...written];
  // A stream with another method has a token, so that a secret can leak.
  expect(written.filter((text) => text.includes("[secret]"))).toHaveLength(4);
  expect(leaksIn(reported.join("\n"), ["emulator-client-secret"])).toEqual([]);
});

test("a backend's password is not in the output", async () => {
  const address = (password: string) => `postgres://pulumi:${password}@127.0.0.1:1/state`;
  const env = { ...all.project.env, PULUMI_BACKEND_URL: address("canary") };
  const { code, text } = await driftCommand({ ...all.project, env }, "--all");
  expect(text).toContain(address("[secret]"));
  expect(text).not.toContain("canary");
  expect(code).toBe(1);
});
