import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { until } from "../support/clock/until";
import { jsProject, type Project } from "../support/engine/jsProject";
import { killTree } from "../support/engine/killTree";
import { startPulumi } from "../support/engine/startPulumi";
import { withTenant } from "../support/engine/tenantAndStack";
import { mustRun } from "../support/project";
import { serviceAccount } from "../support/values/guardianFcmv1Provider";
import { leaksIn } from "../support/values/leaks";

const engine = withTenant();
const projects: Project[] = [];
const patch = "PATCH /event-streams/{id}";
const put = "PUT /guardian/factors/push-notification/providers/fcmv1";

const pushCredentials = (round: string) => serviceAccount(`canary-push-${round}`);

/** A stream and push credentials, with secrets of this round; `given` is the destination's wrapping. */
const program = (round: string, options = "{}", given = "", pushRound = round) => `
  const auth0 = require("pulumi-auth0-native");
  const pulumi = require("@pulumi/pulumi");
  const webhookAuthorization = { method: "bearer", token: "canary-token-${round}" };
  const configuration = { webhookEndpoint: "https://example.com/hook", webhookAuthorization };
  const destination = ${given}({ type: "webhook", configuration });
  new auth0.EventStream("crm", { name: "crm", destination }, ${options});
  new auth0.GuardianFcmv1Provider("push", { serverCredentials: ${JSON.stringify(pushCredentials(pushRound))} }, ${options});
`;

/** What the tenant holds. */
const secretsInTenant = () => ({
  token: [...engine.tenant.streams.values()][0]?.destination.configuration.webhook_authorization
    ?.token,
  push: engine.tenant.fcmv1?.server_credentials,
});
const secretsOf = (round: string, pushRound = round) => ({
  token: `canary-token-${round}`,
  push: pushCredentials(pushRound),
});

const destinationOf = (round: string) => ({
  destination: {
    type: "webhook",
    configuration: {
      webhook_endpoint: "https://example.com/hook",
      webhook_authorization: { method: "bearer", token: `canary-token-${round}` },
    },
  },
});

/** What was sent to the API since requests were last cleared; two at once arrive in any order. */
const sent = () =>
  engine.tenant.requests
    .filter(({ kind }) => kind === "api")
    .map(({ route = "", body }) => ({ route, body }))
    .sort((a, b) => a.route.localeCompare(b.route));
const everythingSent = (round: string) => [
  { route: patch, body: destinationOf(round) },
  { route: put, body: { server_credentials: pushCredentials(round) } },
];

beforeEach(() => {
  engine.tenant.streams.clear();
  engine.tenant.fcmv1 = undefined;
});
afterEach(() => engine.tenant.clearFaults());
afterAll(() => {
  for (const project of projects) project.remove();
});

async function newProject(text: string): Promise<Project> {
  const environment = { ...engine.tenant.environment, AUTH0_MAX_RETRIES: "1" };
  const project = await jsProject(environment, text, { inline: true });
  projects.push(project);
  return project;
}

/** Runs the CLI, which must grant it and print no secret. */
async function granted(project: Project, ...args: string[]): Promise<string> {
  const { code, text } = await project.pulumi(...args);
  expect(code === 0 ? "" : text).toBe("");
  expect(leaksIn(text)).toEqual([]);
  return text;
}
const up = ["up", "--yes", "--skip-preview", "--diff"];

test("a secret that a lost update has removed from the state is explained under ignoreChanges, with the way out", async () => {
  const project = await newProject(program("first", "{}", "pulumi.secret"));
  await granted(project, ...up);
  for (const route of [patch, put])
    engine.tenant.addFault({ route, kind: "drop", when: "after", times: 0 });
  project.write(program("second", "{}", "pulumi.secret"));
  const lost = await project.pulumi(...up, "--continue-on-error");
  expect(lost.text).toContain("whether the new secret arrived is unknown");
  engine.tenant.clearFaults();

  const ignoring = '{ ignoreChanges: ["destination", "serverCredentials"] }';
  project.write(program("second", ignoring, "pulumi.secret"));
  const stuck = await project.pulumi("preview", "--refresh", "--diff");
  expect(stuck.code).not.toBe(0);
  // The engine stops at the first resource.
  expect(stuck.text).toMatch(
    /(webhookAuthorization\.token is required with method bearer|serverCredentials is required); the state does not contain it, because an update was interrupted/,
  );
  expect(stuck.text).toContain("run `pulumi up` once without ignoreChanges");
  expect(leaksIn(stuck.text)).toEqual([]);

  project.write(program("second", "{}", "pulumi.secret"));
  engine.tenant.clearRequests();
  await granted(project, ...up);
  expect(sent()).toEqual(everythingSent("second"));
});

/** The documented commands, for the stream. */
function documented(): string {
  const [, , section = ""] =
    /^### (After a killed update.*?)$(.*?)^### /ms.exec(
      readFileSync("docs/troubleshooting.md", "utf8"),
    ) ?? [];
  const [, commands = ""] = /```sh\n(.*?)```/s.exec(section) ?? [];
  expect(commands).toMatch(/^pulumi up$/m);
  return commands.replace(/^pulumi up$/m, "");
}

test("after a killed update, the documented commands send the program's secret", async () => {
  const project = await newProject(program("first"));
  await granted(project, ...up);
  engine.tenant.addFault({ route: patch, kind: "hang", when: "after", times: 0 });
  project.write(program("second", "{}", "", "first"));
  const { pid } = startPulumi(project, ...up);
  const written = () => isDeepStrictEqual(secretsInTenant(), secretsOf("second", "first"));
  await until(written);
  killTree(pid);
  engine.tenant.clearFaults();

  // Neither shows the other secret, once the program is put back.
  project.write(program("first"));
  await granted(project, "cancel", "--yes");
  await granted(project, "preview", "--refresh", "--diff", "--expect-no-changes");
  expect(written()).toBe(true);

  engine.tenant.clearRequests();
  await mustRun("bash", ["-ec", documented()], project.folder, project.env);
  for (const file of ["state.json", "forget.json"])
    expect(leaksIn(readFileSync(join(project.folder, file), "utf8"))).toEqual([]);
  expect(sent()).toEqual([]);
  expect(await granted(project, ...up)).toContain("~ 1 updated");
  expect(sent()).toEqual(everythingSent("first").filter((one) => one.route === patch));
  expect(secretsInTenant()).toEqual(secretsOf("first"));
});
