import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { driftCommand } from "../support/drift/command";
import { jsProjectWithStream, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { root, run } from "../support/project";

const engine = withTenant();
let project: Project;

beforeAll(async () => {
  project = await jsProjectWithStream(engine.tenant.environment);
  for (const stream of engine.tenant.streams.values()) stream.status = "disabled";
  mkdirSync(join(project.folder, "folder"));
  symlinkSync("loop", join(project.folder, "loop"));
});
afterAll(() => project.remove());

test("a reader that closes the pipe early does not change the exit code", async () => {
  const command = `node ${join(root, "cli.js")} drift --json - | true; exit \${PIPESTATUS[0]}`;
  const { code, text } = await run("bash", ["-c", command], project.folder, project.env);
  expect(text).not.toContain("EPIPE");
  expect(code).toBe(2);
});

test.each([
  ["a folder", "folder", "it is a folder"],
  ["below a file", "index.js/drift.json", "ENOTDIR"],
  ["without a name", "", "the name is empty"],
  ["a link to itself", "loop", "ELOOP"],
  // Node's recursive mkdir never returns there.
  ...(existsSync("/proc/self") ? [["below /proc", "/proc/x/y.json", "ENOENT"]] : []),
])("a file that is %s fails before anything is checked", async (_, file = "", why) => {
  engine.tenant.clearRequests();
  for (const form of ["json", "html", "markdown"]) {
    const { code, text } = await driftCommand(project, `--${form}`, file);
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringMatching(`^error: --${form} "${file}" cannot be written: ${why}`),
    });
  }
  expect(engine.tenant.requests).toEqual([]);
});

test("missing folders of a file are created, also behind a link", async () => {
  symlinkSync("linked/below/drift.json", join(project.folder, "link"));
  const { code } = await driftCommand(project, "--json", "link", "--html", "new/below/a.html");
  expect(code).toBe(2);
  for (const file of ["linked/below/drift.json", "new/below/a.html"]) {
    expect(readFileSync(join(project.folder, file), "utf8")).toContain("crm");
  }
});

test("a file that cannot be written at the end prevents neither the terminal's report nor another file", async () => {
  const taken = join(project.folder, "taken.html");
  // While the stack is checked, a folder takes the file's place.
  engine.tenant.answer = () => {
    mkdirSync(taken, { recursive: true });
    return undefined;
  };
  const args = ["--html", "taken.html", "--json", "other.json"];
  const { code, stdout, text } = await driftCommand(project, ...args);
  engine.tenant.answer = undefined;
  expect(stdout).toContain("1 of 1 stack drifted");
  expect(text).toMatch(/^error: --html "taken.html" cannot be written: it is a folder/m);
  expect(JSON.parse(readFileSync(join(project.folder, "other.json"), "utf8")).result).toBe("drift");
  expect(code).toBe(1);
});

test("a standard output that cannot be written is a failure, and a file is still written", async () => {
  // Open for reading only.
  const command = `node ${join(root, "cli.js")} drift --json full.json 1< package.json`;
  const { code, text } = await run("bash", ["-c", command], project.folder, project.env);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/^error: EBADF/m) });
  expect(JSON.parse(readFileSync(join(project.folder, "full.json"), "utf8")).result).toBe("drift");
});

test.each([
  [["--json", "-", "--html", "-"], "standard output takes one of"],
  [["--json", "a", "--html", "./b/../a"], "two of --html, --markdown and --json name the same"],
  [[""], "the name of a stack, or of its folder, is empty"],
  [["folder:"], "the name of a stack, or of its folder, is empty"],
])("%j is refused before anything is checked", async (args, message) => {
  const { code, text } = await driftCommand(project, ...args);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(`^error: ${message}`) });
});

test.each([[[]], [["--all"]]])("a backend's password is not in the output of %j", async (args) => {
  const address = (password: string) => `postgres://pulumi:${password}@127.0.0.1:1/state`;
  const env = { ...project.env, PULUMI_BACKEND_URL: address("canary") };
  const { code, text } = await driftCommand({ ...project, env }, ...args);
  expect(text).toContain(address("[secret]"));
  expect(text).not.toContain("canary");
  expect(code).toBe(1);
});
