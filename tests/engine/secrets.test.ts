import { generateKeyPairSync } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { jsProject, type Project } from "../support/engine/jsProject";
import { secretSettings, writeStackSettings } from "../support/engine/newStack";
import { withTenant } from "../support/engine/tenantAndStack";
import { filesIn } from "../support/project";
import { leaksIn } from "../support/values/leaks";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const keyLines = privateKey.split("\n").slice(1, -2);

const engine = withTenant({ clientSecret: "canary-client-secret", clientPublicKey: publicKey });
let project: Project;
let apiToken: string;

/**
 * Every secret in every form: by itself, and under an Output or a Promise at each ancestor. Each has
 * a name of its own, which no file holds: the program makes it.
 */
const program = (name: string, round: string) => `
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
      destination: over({ type: "webhook", configuration }),
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

  const { KEY, TOKEN, URL } = process.env;
  const key = { clientId: "emulator-client", clientAssertionPrivateKey: Promise.resolve(KEY) };
  const providers = {
    plain: undefined,
    output: new auth0.Provider("token", { domain: URL, apiToken: pulumi.output(TOKEN) }),
    config: new auth0.Provider("key", { domain: URL, ...key }),
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

beforeAll(async () => {
  apiToken = engine.tenant.issueToken();
  // Inline programs run in this process and read its environment.
  Object.assign(process.env, { URL: engine.tenant.url, KEY: privateKey, TOKEN: apiToken });
  const debug = { PULUMI_DEBUG_COMMANDS: "true", AUTH0_DEBUG: "true" };
  const environment = { ...engine.tenant.environment, ...debug };
  const configuration = secretSettings(given("1"));
  project = await jsProject(environment, program("first", "1"), { inline: true, configuration });
});
afterAll(() => project.remove());

/** The canaries that the tenant received. */
const received = () => leaksIn(JSON.stringify(engine.tenant.requests.map(({ body }) => body)));

/** The access tokens that the tenant received, without their common start. */
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

/** Runs the CLI, and searches its output and the files that it wrote for every secret. */
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

test("an update of everything leaves no secret in state, history and backups", async () => {
  const logs = [...eventLog(), "--logtostderr", "-v=2"];
  // The language host's process and logs could show secrets too.
  const up = project.withLanguageHost("up", "--yes", "--skip-preview", ...logs);
  expect((await searchForSecrets(up)).code).toBe(0);
  expect(engine.tenant.streams.size).toBe(21);
  // Each secret reached the tenant, so each could have come back.
  expect(received()).toHaveLength(29);
});

// A protocol test has every way in which a rejection repeats the request.
test("a successful change shows no old or new secret", async () => {
  writeStackSettings(project.folder, secretSettings(given("2")));
  project.write(program("second", "2"));
  engine.tenant.clearRequests();
  const { code, text } = await run("up", "--yes", "--skip-preview", "--diff", ...eventLog());
  expect(code).toBe(0);
  expect(text).toMatch(/PATCH \/event-streams\/\w+ \(.+\): status 200/);
  expect(text).toContain("[secret]");
  expect(text).toContain('"first-token-plain" => "second-token-plain"');
  expect(received()).toHaveLength(29);
  const [stream] = engine.tenant.streams.values();
  expect(leaksIn(JSON.stringify(stream))).toEqual([expect.stringMatching(/-2$/)]);
});

test("a destroy shows no secret and leaves none", async () => {
  expect((await run("destroy", "--yes", "--skip-preview", "--diff", ...eventLog())).code).toBe(0);
  expect(engine.tenant.streams.size).toBe(0);
  const folders = filesIn(join(project.folder, "state", ".pulumi"));
  for (const kind of ["history", "backups", "stacks"]) {
    expect(folders.filter((path) => path.startsWith(kind))).not.toEqual([]);
  }
});
