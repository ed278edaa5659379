import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type StoredStream, startTenant, type Tenant } from "../../emulator/src";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import { languages } from "../../tools/languages";
import { interpreter } from "../../tools/languages/python";
import { run as runCommand } from "../../tools/process";
import {
  type LanguageProject,
  languageProject,
  programLanguages,
} from "../support/engine/languageProject";
import { firebaseCredentials, hookToken } from "../support/engine/quickstart";
import { readAll } from "../support/engine/stack";
import { exitAndOutput, removeTemporaryFolders, root, run } from "../support/project";

const tenants: Tenant[] = [];
async function newTenant(): Promise<Tenant> {
  const tenant = await startTenant();
  tenants.push(tenant);
  return tenant;
}
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

/** What each quickstart sends, in the order of the requests' names. */
const creates = [
  {
    name: "crm",
    status: "enabled",
    subscriptions: ["user.created", "user.deleted", "user.updated"].map((event_type) => ({
      event_type,
    })),
    destination: {
      type: "webhook",
      configuration: {
        webhook_endpoint: "https://crm.example.com/hooks/auth0",
        webhook_authorization: { method: "bearer", token: hookToken },
      },
    },
  },
  {
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: "third_party_clients",
    configuration: { action: "block", limit: 100 },
  },
  { server_credentials: firebaseCredentials },
];

/** Parts of the code that `pulumi import` prints. */
const importedCode = {
  yaml: ["type: auth0-native:RateLimitPolicy"],
  python: ['auth0_native.RateLimitPolicy("policy"', 'auth0_native.EventStream("stream"'],
  go: ['auth0native.NewRateLimitPolicy(ctx, "policy"', 'auth0native.NewEventStream(ctx, "stream"'],
};

describe.each(programLanguages)("the quickstart in %s", (language) => {
  let tenant: Tenant;
  let project: LanguageProject;
  let printed = "";

  beforeAll(async () => {
    tenant = await newTenant();
    project = await languageProject(language, `examples/${language}`, tenant);
    const secrets = [`hookToken=${hookToken}`, `firebaseCredentials=${firebaseCredentials}`];
    const settings = secrets.flatMap((secret) => ["--secret", secret]);
    await project.pulumi("config", "set-all", ...settings);
  });

  /** Runs the CLI, and returns its exit code and output, and the requests that the tenant saw. */
  async function pulumi(...args: string[]) {
    tenant.clearRequests();
    const result = exitAndOutput(await project.pulumi(...args));
    printed += result;
    return { result, requests: tenant.apiRequests().sort() };
  }
  const stream = () => [...tenant.streams.values()].find(({ name }) => name) as StoredStream;
  const deliveries = () => `GET /event-streams/${stream().id}/deliveries`;

  test("a preview plans three objects and sends nothing", async () => {
    const { result, requests } = await pulumi("preview");
    expect(result).toMatch(/^exit code 0\n/);
    expect(result).toContain("4 to create");
    expect(requests).toEqual([]);
  });

  test("up sends the same as the quickstart in TypeScript", async () => {
    const { result, requests } = await pulumi("up", "--yes", "--skip-preview");
    expect(result).toMatch(/^exit code 0\n/);
    expect(requests).toEqual([
      deliveries(),
      "POST /event-streams",
      "POST /rate-limit-policies",
      "PUT /guardian/factors/push-notification/providers/fcmv1",
    ]);
    const writes = tenant.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
    const bodies = writes.sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ body }) => body);
    expect(bodies).toEqual([creates[0], creates[2], creates[1]]);
  });

  test("a second preview finds nothing to do", async () => {
    const { result, requests } = await pulumi("preview", "--expect-no-changes");
    expect(result).toMatch(/^exit code 0\n/);
    expect(requests).toEqual([deliveries()]);
  });

  test("a change outside Pulumi is drift, and is reported by its name", async () => {
    stream().name = "elsewhere";
    const args = [`${root}/cli.js`, "drift", "--exit-codes", "pulumi"];
    const drift = await run(process.execPath, args, project.folder, project.env);
    expect(exitAndOutput(drift)).toMatch(/^exit code 7\n/);
    expect(drift.text).toMatch(/\bname\b.*elsewhere/);
  });

  test("up shows the drift, repairs it by one request, and outputs the failed deliveries", async () => {
    tenant.addDeliveries(stream().id, 1);
    const repair = ["up", "--refresh", "--yes", "--skip-preview", "--diff"];
    const { result, requests } = await pulumi(...repair);
    expect(result).toMatch(/^exit code 0\n/);
    expect(result).toMatch(/~ name\s*: "elsewhere" => "crm"/);
    expect(result).toMatch(/failedDeliveries *:/);
    expect(result).toContain(language === "yaml" ? "errorMessage" : "user.created 1 attempt(s)");
    expect(requests.filter((request) => !request.startsWith("GET"))).toEqual([
      `PATCH /event-streams/${stream().id}`,
    ]);
    expect(stream().name).toBe("crm");
  });

  test("an import reads the objects, and prints their code", async () => {
    const [policy] = tenant.policies.values();
    if (!policy) throw new Error("the quickstart creates a policy");
    const policyId = "rlp_7w8UkDgqgyQHnPbjH6pRbX";
    const streamId = "est_7w8UkDgqgyQHnPbjH6pRbX";
    tenant.policies.set(policyId, {
      ...policy,
      id: policyId,
      consumer_selector: "client_id:mobile",
    });
    const resources = [
      { type: "auth0-native:index:RateLimitPolicy", name: "policy", id: policyId },
    ];
    // pulumi-yaml 1.10.0 generates no code where a secret is nested.
    if (language !== "yaml") {
      tenant.streams.set(streamId, { ...structuredClone(stream()), id: streamId, name: "erp" });
      resources.push({ type: "auth0-native:index:EventStream", name: "stream", id: streamId });
    }
    writeFileSync(join(project.folder, "import.json"), JSON.stringify({ resources }));
    const options = ["--file", "import.json", "--yes", "--skip-preview", "--protect=false"];
    const { result, requests } = await pulumi("import", ...options);
    expect(result).toMatch(/^exit code 0\n/);
    for (const code of importedCode[language]) expect(result).toContain(code);
    if (language !== "yaml") expect(result).toContain(secretPlaceholder);
    expect(requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("destroy deletes what the service can delete", async () => {
    const { result, requests } = await pulumi("destroy", "--yes", "--skip-preview");
    expect(result).toMatch(/^exit code 0\n/);
    expect(requests.every((request) => request.startsWith("DELETE /"))).toBe(true);
    expect(tenant.streams.size + tenant.policies.size).toBe(0);
  });

  test("no output and no state contained a secret", () => {
    const state = readAll(`${project.folder}/state`);
    expect(state).toContain("https://crm.example.com/hooks/auth0");
    for (const text of [printed, state]) {
      expect(text).not.toContain(hookToken);
      expect(text).not.toContain("plain-firebase-key");
    }
  });
});

test.each(programLanguages)("a wrong program in %s is refused with the paths", async (language) => {
  const tenant = await newTenant();
  const program = `tests/support/engine/programs/wrong/${language}`;
  const settings = { token: "canary-wrong-token" };
  const project = await languageProject(language, program, tenant, settings);
  const preview = exitAndOutput(await project.pulumi("preview"));
  expect(preview).not.toMatch(/^exit code 0\n/);
  const wrong = "resource 'wrong' has a problem: ";
  const unknown =
    "destination.configuration has a property that does not exist; valid properties: ";
  expect(preview).toContain(`${wrong}name must have 1 to 128 characters, not 0`);
  expect(preview).toContain(
    `${wrong}destination.configuration.webhookEndpoint must be a URL that begins with https://`,
  );
  if (language !== "yaml") expect(preview).toContain(wrong + unknown);
  expect(preview).not.toContain("canary");
  expect(tenant.requests).toEqual([]);
});

test("a Python program runs inline, with the plugin on PATH", async () => {
  const tenant = await newTenant();
  const { folder, env } = await languageProject("python", "examples/python", tenant);
  const { python, hosts } = await languages();
  // Only the engine runs: without language hosts and without a project file.
  rmSync(join(folder, "Pulumi.yaml"));
  const PATH = `${folder}/plugin:${env.PATH}`.replace(`${hosts}:`, "");
  cpSync(join(root, "tests/support/engine/programs/inline/inline.py"), join(folder, "inline.py"));
  const result = await runCommand(interpreter(python), ["inline.py"], {
    cwd: folder,
    env: { ...env, PATH },
    input: JSON.stringify({ hookToken, firebaseCredentials }),
  });
  expect(result.stderr).toBe("");
  expect(JSON.parse(result.stdout)).toEqual({
    up: { create: 4 },
    preview: { same: 4 },
    destroy: { delete: 4 },
    outputs: ["failedDeliveries", "policyId", "streamId"],
  });
});
