import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { driftCommand } from "../support/command";
import { jsProject, type Project } from "../support/jsProject";
import { root, run } from "../support/project";
import { withTenant } from "../support/tenantAndStack";

const engine = withTenant();
let project: Project;

beforeAll(async () => {
  project = await jsProject(
    engine.tenant.environment,
    `const { EventStream } = require("pulumi-auth0-native");
     new EventStream("crm", { destination: { type: "action", configuration: { actionId: "a" } } });`,
  );
  expect((await project.pulumi("up", "--yes", "--skip-preview")).code).toBe(0);
  for (const stream of engine.tenant.streams.values()) stream.status = "disabled";
});
afterAll(() => project.remove());

test("whoever reads the first lines alone does not make a failure of drift", async () => {
  const command = `node ${join(root, "cli.js")} drift --json - | true; exit \${PIPESTATUS[0]}`;
  const { code, text } = await run("bash", ["-c", command], project.folder, project.env);
  expect(text).not.toContain("EPIPE");
  expect(code).toBe(2);
});

test("a file that cannot be written fails, and what was found is told all the same", async () => {
  mkdirSync(join(project.folder, "folder"));
  const { code, stdout, text } = await driftCommand(project, "--json", "folder");
  expect(stdout).toContain("1 of 1 stack drifted");
  expect(text).toMatch(/^error: EISDIR/m);
  expect(code).toBe(1);
});

test.each([
  [["--json", "-", "--html", "-"], "standard output takes one of"],
  [[""], "the name of a stack, or of its folder, is empty"],
  [["folder:"], "the name of a stack, or of its folder, is empty"],
])("%j is refused before anything is checked", async (args, message) => {
  const { code, text } = await driftCommand(project, ...args);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(`^error: ${message}`) });
});

test.each([[[]], [["--all"]]])("a backend's password is not told by %j either", async (args) => {
  const address = (password: string) => `postgres://pulumi:${password}@127.0.0.1:1/state`;
  const env = { ...project.env, PULUMI_BACKEND_URL: address("canary") };
  const { code, text } = await driftCommand({ ...project, env }, ...args);
  expect(text).toContain(address("[secret]"));
  expect(text).not.toContain("canary");
  expect(code).toBe(1);
});

test("a check that is stopped ends the engine's processes, and says so", async () => {
  // The engine ends what it has begun: each request takes so long.
  engine.tenant.set({ latencyMs: 1_000 });
  engine.tenant.clearRequests();
  const args = [join(root, "cli.js"), "drift"];
  const child = spawn(process.execPath, args, { cwd: project.folder, env: project.env });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  const closed = once(child, "close");
  while (engine.tenant.tokenRequests() === 0) await setTimeout(50);
  child.kill("SIGTERM");
  const [code] = await closed;
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("(SIGTERM)") });
  expect(processesIn(project.folder)).toEqual([]);
});

/** As far as the system tells: where there is no /proc, it does not. */
function processesIn(folder: string): string[] {
  const all = existsSync("/proc/self/cwd")
    ? readdirSync("/proc").filter((id) => /^\d+$/.test(id))
    : [];
  return all.filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/cwd`) === folder;
    } catch {
      // Ended meanwhile, or somebody else's.
      return false;
    }
  });
}
