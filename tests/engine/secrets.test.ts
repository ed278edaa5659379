import { generateKeyPairSync } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { RequestRecord } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { filesIn, removeTemporaryFolders, temporaryFolder } from "../support/project";
import { echoes } from "../support/tenant/echoes";
import { leaksIn } from "../support/values/leaks";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const keyLines = privateKey.split("\n").slice(1, -2);
const clientSecret = "canary-client-secret";

const engine = withTenant({ clientSecret, clientPublicKey: publicKey });
let project: Project;
let apiToken: string;

/**
 * Every secret in every form: by itself, and under an Output or a Promise at each ancestor. Each has
 * a name of its own, which no file holds: the program makes it.
 */
const program = ({ name = "first", round = "1", wrong = false, providers = true } = {}) => `
  const auth0 = require("pulumi-auth0-native");
  const pulumi = require("@pulumi/pulumi");
  const config = new pulumi.Config();
  const canary = (kind, form) => \`canary-\${kind}-\${form}-${round}\`;
  const forms = {
    plain: (value) => value,
    output: (value) => pulumi.output(value),
    promise: (value) => Promise.resolve(value),
    secret: (value) => pulumi.secret(value),
    config: (_, kind) => config.requireSecret(kind),
  };
  const authorizations = {
    password: (password) => ({ method: "basic", username: "tenant", password }),
    token: (token) => ({ method: "bearer", token }),
    header: (headerValue) => ({ method: "custom_header", headerKey: "X-Key", headerValue }),
  };
  const late = Object.entries({ output: forms.output, promise: forms.promise });
  const same = (value) => value;
  function stream(name, authorization, { above = same, around = same, over = same } = {}) {
    const configuration = around({
      webhookEndpoint: "https://example.com/hook",
      webhookAuthorization: above(authorization),
    });
    new auth0.EventStream(name, {
      name: \`${name}-\${name}\`,
      subscriptions: [{ eventType: "user.created" }],
      destination: over({ type: ${wrong ? '"webhooks"' : '"webhook"'}, configuration }),
    });
  }
  for (const [kind, authorized] of Object.entries(authorizations)) {
    for (const [form, give] of Object.entries(forms)) {
      stream(\`\${kind}-\${form}\`, authorized(give(canary(kind, form), kind)));
    }
  }
  for (const [form, give] of late) {
    for (const level of ["above", "around", "over"]) {
      const place = \`\${form}-\${level}\`;
      stream(\`token-\${place}\`, authorizations.token(canary("token", place)), { [level]: give });
    }
  }

  const { KEY, TOKEN, URL, CLIENT_SECRET } = process.env;
  const client = { domain: URL, clientId: "emulator-client" };
  const providers = ${!providers} ? { plain: undefined } : {
    plain: undefined,
    output: new auth0.Provider("prefix", { environmentPrefix: "EU_" }),
    promise: new auth0.Provider("client", { ...client, clientSecret: CLIENT_SECRET }),
    secret: new auth0.Provider("token", { domain: URL, apiToken: pulumi.output(TOKEN) }),
    config: new auth0.Provider("key", { ...client, clientAssertionPrivateKey: Promise.resolve(KEY) }),
  };
  const account = (form) => JSON.stringify({
    type: "service_account",
    project_id: "push",
    private_key: "-----BEGIN PRIVATE KEY-----\\n"
      + [1, 2, 3].map((line) => canary("firebase", form + "-line-" + line).padEnd(64, "A") + "\\n").join("")
      + "-----END PRIVATE KEY-----\\n",
    client_email: "push@push.iam.gserviceaccount.com",
  });
  for (const [form, provider] of Object.entries(providers)) {
    const serverCredentials = forms[form](account(form), "firebase");
    new auth0.GuardianFcmv1Provider("push-" + form, { serverCredentials }, { provider });
  }
`;

const given = (round: string) => ({
  password: `canary-password-config-${round}`,
  token: `canary-token-config-${round}`,
  header: `canary-header-config-${round}`,
  firebase: JSON.stringify({
    type: "service_account",
    project_id: "push",
    private_key: `-----BEGIN PRIVATE KEY-----\ncanary-firebase-config-line-${round}\n`,
    client_email: "push@push.iam.gserviceaccount.com",
  }),
});

async function configure(round: string): Promise<void> {
  const settings = Object.entries(given(round)).map(([key, value]) => `${key}=${value}`);
  await project.pulumi("config", "set-all", ...settings.flatMap((one) => ["--secret", one]));
}

beforeAll(async () => {
  apiToken = engine.tenant.issueToken();
  const { AUTH0_DOMAIN, AUTH0_CLIENT_ID } = engine.tenant.environment;
  const eu = {
    EU_AUTH0_DOMAIN: `${AUTH0_DOMAIN}`,
    EU_AUTH0_CLIENT_ID: `${AUTH0_CLIENT_ID}`,
    EU_AUTH0_CLIENT_SECRET: clientSecret,
  };
  const own = { URL: engine.tenant.url, CLIENT_SECRET: clientSecret, KEY: privateKey };
  // Inline programs run in this process and read its environment.
  Object.assign(process.env, own, { TOKEN: apiToken });
  const debug = { PULUMI_DEBUG_COMMANDS: "true" };
  const environment = { ...engine.tenant.environment, ...eu, ...debug };
  project = await jsProject(environment, program(), { inline: true });
  await configure("1");
});
afterAll(() => {
  project.remove();
  removeTemporaryFolders();
});
afterEach(() => {
  engine.tenant.answer = undefined;
});

/** The canaries that the tenant was sent. */
const received = () => leaksIn(JSON.stringify(engine.tenant.requests.map(({ body }) => body)));

/** The access tokens that the tenant was shown, without what all of them begin with. */
const shown = () =>
  engine.tenant.requests.flatMap(
    ({ headers }) => `${headers.authorization ?? ""}`.slice(-40) || [],
  );

const searched = new Set<string>();

/** The files that were written since the last look: what a file cannot have learned since, it does not hold. */
function writtenFiles(): string[] {
  return filesIn(project.folder).filter((path) => {
    const { mtimeMs, size } = statSync(join(project.folder, path));
    const version = `${path} ${mtimeMs} ${size}`;
    return !searched.has(version) && searched.add(version);
  });
}

/** Runs the CLI, and looks for every secret in all that it printed and in every file that it wrote. */
const run = (...args: string[]) => searchForSecrets(project.pulumi(...args));

async function searchForSecrets(command: ReturnType<Project["pulumi"]>) {
  const { code, text } = await command;
  const secrets = [...keyLines, apiToken.slice(-40), ...shown()];
  const written = writtenFiles().map((path) => [path, contentOf(path)] as const);
  const leaks = [["output", text] as const, ...written].flatMap(([place, content]) =>
    leaksIn(content, secrets).map((leak) => `${place}: ${leak}`),
  );
  expect(leaks).toEqual([]);
  return { code, text };
}

/** Pulumi's library tells the debugging log what it registered; docs/secrets.md warns of it. */
const registered = /^.*"message":"RegisterResource RPC finished.*"severity":"debug".*$/gm;

const contentOf = (path: string) =>
  readFileSync(join(project.folder, path), "utf8").replace(registered, "");

const eventLog = () => ["--event-log", join(project.folder, "events.json")];

/** Each request is refused in another way, and each refusal repeats it in another form. */
function refuse(statuses: number[], matches = ({ kind }: RequestRecord) => kind === "api") {
  const forms = Object.values(echoes);
  let count = 0;
  engine.tenant.answer = (request) => {
    if (!matches(request)) return undefined;
    const turn = count++;
    const status = statuses[turn % statuses.length] ?? 400;
    return { status, body: forms[turn % forms.length]?.(request) };
  };
}

test("a plan of creates shows no secret: as details, as events, as a file to import", async () => {
  const file = ["--import-file", join(project.folder, "import.json")];
  const plan = await run("preview", "--diff", ...file, ...eventLog());
  expect(plan.text).toContain("webhookEndpoint");
  expect(plan.text).toContain("[secret]");
  expect(plan.text).toMatch(/\+ 31 to create/);
  expect(plan.code).toBe(0);
});

test("a refused create shows no secret, however the refusal repeats the request", async () => {
  refuse([400, 409, 422, 500]);
  const { code, text } = await run("up", "--yes", "--skip-preview", "--continue-on-error");
  expect(code).not.toBe(0);
  for (const status of [400, 409, 422, 500]) expect(text).toContain(`: ${status}`);
  // Each of them reached the tenant, so each could have come back.
  expect(received()).toHaveLength(35);
});

test("an update of everything leaves no secret in state, history and backups", async () => {
  const logs = [...eventLog(), "--logtostderr", "-v=2"];
  // With the language host, whose process and logs could show secrets too.
  const up = project.withLanguageHost("up", "--yes", "--skip-preview", ...logs);
  expect((await searchForSecrets(up)).code).toBe(0);
  expect(engine.tenant.streams.size).toBe(21);
  const { text } = await run("stack", "export");
  expect(text).toContain("https://example.com/hook");
  expect((await run("stack", "history")).code).toBe(0);
});

test("a plan of changed secrets shows neither the old nor the new ones, as JSON", async () => {
  await configure("2");
  project.write(program({ round: "2" }));
  const plan = await run("preview", "--json", ...eventLog());
  expect(JSON.parse(plan.text).changeSummary).toMatchObject({ update: 26 });
});

test("a refused change of the secrets shows neither the old nor the new ones", async () => {
  engine.tenant.clearRequests();
  refuse([400, 409, 422]);
  const { code, text } = await run("up", "--yes", "--skip-preview", "--continue-on-error");
  expect(code).not.toBe(0);
  expect(text).toContain(": 422");
  expect(received()).toHaveLength(35);
});

test("a successful change of the secrets shows neither the old nor the new ones", async () => {
  const { code, text } = await run("up", "--yes", "--skip-preview", "--diff", ...eventLog());
  expect(code).toBe(0);
  expect(text).toContain("[secret]");
  const [stream] = engine.tenant.streams.values();
  expect(leaksIn(JSON.stringify(stream))).toEqual([expect.stringMatching(/-2$/)]);
});

test("a change of the name shows and sends no secret", async () => {
  // What follows is about streams, and each explicit Provider is a process in each run.
  project.write(program({ name: "second", round: "2", providers: false }));
  engine.tenant.clearRequests();
  const up = await run("up", "--yes", "--skip-preview", "--diff");
  expect(up.code).toBe(0);
  expect(up.text).toContain('"first-token-plain" => "second-token-plain"');
  expect(engine.tenant.apiRequests()).toHaveLength(21);
  expect(received()).toEqual([clientSecret]);
});

test("a drift check shows no secret, even where the response contains those of the object", async () => {
  for (const stream of engine.tenant.streams.values()) stream.name += "-elsewhere";
  const check = ["refresh", "--preview-only"];
  const drift = await run(...check, "--expect-no-changes", "--json", ...eventLog());
  expect(drift.code).toBe(7);
  expect(drift.text).toContain('"second-token-plain-elsewhere"');
  engine.tenant.answer = ({ kind, path }) => {
    const stream = engine.tenant.streams.get(path.split("/").at(-1) ?? "");
    return kind === "api" ? { status: 400, body: { message: JSON.stringify(stream) } } : undefined;
  };
  const failed = await run(...check, "--diff");
  expect(failed.code).not.toBe(0);
  expect(failed.text).toContain(": 400: ");
});

test("a repair of the drift shows no secret", async () => {
  const { code, text } = await run("up", "--refresh", "--yes", "--skip-preview", "--diff");
  expect(code).toBe(0);
  expect(text).toContain('"second-token-plain-elsewhere" => "second-token-plain"');
  expect(text).toContain('"second-token-plain" => "second-token-plain-elsewhere"');
});

test("an adopted stream's secret is in no state", async () => {
  const exported = JSON.parse((await run("stack", "export")).text) as {
    deployment: { resources: { urn: string; id: string; inputs: Record<string, unknown> }[] };
  };
  const found = exported.deployment.resources.find(({ urn }) => urn.endsWith("::token-plain"));
  const { urn = "", id, inputs } = found ?? {};
  await run("state", "delete", "--yes", urn);
  // As docs/adopt.md says; the file itself stays outside of what is looked through.
  const token = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: JSON.stringify("canary-token-plain-2"),
  };
  const destination = {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://example.com/hook",
      webhookAuthorization: { method: "bearer", token },
    },
  };
  const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
  const allInputs = { ...inputs, destination };
  const outputs = { ...allInputs, tenant: engine.tenant.domain };
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "adopt.json"),
    JSON.stringify({ resources: [{ type, name: "token-plain", id, inputs: allInputs, outputs }] }),
  );
  const file = ["--file", join(folder, "adopt.json"), "--generate-code=false", "--protect=false"];
  const imported = await run("import", ...file, "--yes", "--diff");
  expect(imported.code === 0 ? "" : imported.text).toBe("");
  expect((await run("preview", "--expect-no-changes", "--diff")).code).toBe(0);
});

test("a wrong program's secrets are shown neither beside its problems nor in its plan", async () => {
  project.write(program({ wrong: true, providers: false }));
  const { code, text } = await run("preview", "--diff", ...eventLog());
  expect(code).not.toBe(0);
  expect(text).toContain("destination.type must be webhook");
});

test("a refused destroy shows no secret, and a successful one leaves none", async () => {
  refuse([400, 403, 409], ({ kind, method }) => kind === "api" && method === "DELETE");
  expect((await run("destroy", "--yes", "--skip-preview", "--continue-on-error")).code).not.toBe(0);
  engine.tenant.answer = undefined;
  expect((await run("destroy", "--yes", "--skip-preview", "--diff", ...eventLog())).code).toBe(0);
  expect(engine.tenant.streams.size).toBe(0);
  const folders = filesIn(join(project.folder, "state", ".pulumi"));
  for (const kind of ["history", "backups", "stacks"]) {
    expect(folders.filter((path) => path.startsWith(kind))).not.toEqual([]);
  }
});
