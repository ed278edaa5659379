import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { until } from "../support/clock/until";
import { startPulumi } from "../support/drift/driftProcess";
import { jsProject, type Project } from "../support/engine/jsProject";
import { killTree } from "../support/engine/killTree";
import { withTenant } from "../support/engine/tenantAndStack";
import { mustRun } from "../support/project";
import { leaksIn } from "../support/values/leaks";

const engine = withTenant();
const patch = "PATCH /event-streams/{id}";
let project: Project;

/** A stream with the secret of this round. */
const program = (round: string) => `
  const auth0 = require("pulumi-auth0-native");
  const webhookAuthorization = { method: "bearer", token: "canary-token-${round}" };
  const configuration = { webhookEndpoint: "https://example.com/hook", webhookAuthorization };
  new auth0.EventStream("crm", { name: "crm", destination: { type: "webhook", configuration } });
`;

const authorizationInTenant = () =>
  [...engine.tenant.streams.values()][0]?.destination.configuration.webhook_authorization;

afterAll(() => project.remove());

/** Runs the CLI, which must succeed and print no secret. */
async function granted(...args: string[]): Promise<string> {
  const { code, text } = await project.pulumi(...args);
  expect(code === 0 ? "" : text).toBe("");
  expect(leaksIn(text)).toEqual([]);
  return text;
}
const up = ["up", "--yes", "--skip-preview", "--diff"];

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
  const environment = { ...engine.tenant.environment, AUTH0_MAX_RETRIES: "1" };
  project = await jsProject(environment, program("first"), { inline: true });
  await granted(...up);
  engine.tenant.addFault({ route: patch, kind: "hang", when: "after", times: 0 });
  project.write(program("second"));
  const { pid } = startPulumi(project, ...up);
  const isWritten = () => authorizationInTenant()?.token === "canary-token-second";
  await until(isWritten);
  killTree(pid);
  engine.tenant.clearFaults();

  // Neither shows the other secret after the program is restored.
  project.write(program("first"));
  await granted("cancel", "--yes");
  await granted("preview", "--refresh", "--diff", "--expect-no-changes");
  expect(isWritten()).toBe(true);

  engine.tenant.clearRequests();
  await mustRun("bash", ["-ec", documented()], project.folder, project.env);
  for (const file of ["state.json", "forget.json"])
    expect(leaksIn(readFileSync(join(project.folder, file), "utf8"))).toEqual([]);
  expect(engine.tenant.apiRequests()).toEqual([]);
  expect(await granted(...up)).toContain("~ 1 updated");
  const [{ route, body } = {}] = engine.tenant.requests.filter(({ kind }) => kind === "api");
  expect([route, body]).toEqual([patch, { destination: expect.any(Object) }]);
  expect(authorizationInTenant()).toEqual({ method: "bearer", token: "canary-token-first" });
});
