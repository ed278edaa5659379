import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { driftReport } from "../../cli/reports/drift/report";
import { endDrifts, startCommand } from "../support/drift/driftProcess";
import { Forge, token } from "../support/pipelines/forge";
import { removeTemporaryFolders, root, run, temporaryFolder } from "../support/project";
import { type Authority, authority } from "../support/tenant/authority";
import { startProxy } from "../support/tenant/proxy";

/** No resolver knows this name, so requests can reach it only through a proxy. */
const host = "github.test";

let company: Authority;
let forge: Forge;
beforeAll(async () => {
  company = authority();
  forge = await new Forge().start({ host, ...company.issue(host) });
});
afterAll(async () => {
  endDrifts();
  await forge.close();
  removeTemporaryFolders();
});

/** Runs the command as the report job does. */
async function issue(environment: NodeJS.ProcessEnv) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "drift.json"), JSON.stringify(noDrift));
  const command = [join(root, "cli.js"), "ci", "issue", "drift.json"];
  return run(process.execPath, command, folder, { ...ofTheJob(), ...environment });
}

const ofTheJob = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...forge.environments.GitHub,
  GITHUB_TOKEN: token,
  GITHUB_SHA: "b2",
});

const noDrift = driftReport([], new Date(), new Date());

test("behind a proxy, a forge with a private certificate authority needs NODE_EXTRA_CA_CERTS", async () => {
  const proxy = await startProxy({ to: forge.port });
  const environment = { HTTPS_PROXY: `http://${proxy.host}` };
  const refused = await issue(environment);
  expect(refused).toMatchObject({ code: 1, text: expect.not.stringContaining("auth0:domain") });
  expect(refused.text).toMatch(
    /^error: GET \/repos\/\S+ got no response \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\) from https:\/\/github\.test\. .*NODE_EXTRA_CA_CERTS/,
  );
  expect(forge.requests).toEqual([]);

  const { code } = await issue({ ...environment, NODE_EXTRA_CA_CERTS: company.file });
  expect(code).toBe(0);
  expect(forge.requests).toEqual(["GET /issues"]);
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}:443 HTTP/1.1`]));
  expect(proxy.heard()).not.toContain(token);
});

test("a signal ends a command that waits for the forge", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "drift.json"), JSON.stringify(noDrift));
  const silent = createServer(() => command.kill("SIGTERM"));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const env = { ...ofTheJob(), GITHUB_API_URL: `http://127.0.0.1:${port}` };
  const command = startCommand({ folder, env }, ["ci", "issue", "drift.json"]);
  const { code, text } = await command.ended;
  silent.closeAllConnections();
  silent.close();
  expect({ code, text }).toEqual({ code: 1, text: "error: stopped by SIGTERM\n" });
});
