import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { run as runCommand } from "../../tools/process";
import { driftReports } from "../support/drift/driftReports";
import { patienceMs } from "../support/jest/patience.cjs";
import { removeTemporaryFolders, root, run, temporaryFolder } from "../support/project";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, "part.json"), JSON.stringify(driftReports.drift));
});
afterAll(removeTemporaryFolders);

/** Runs `drift merge` in a shell, followed by the rest of a command line. */
const merge = (rest: string) =>
  run("bash", ["-c", `node ${join(root, "cli.js")} drift merge part.json ${rest}`], folder);

test("a reader that closes the pipe early does not change the exit code", async () => {
  const { code, text } = await merge(`--json - | true; exit \${PIPESTATUS[0]}`);
  expect(text).not.toContain("EPIPE");
  expect(code).toBe(2);
});

test("unwritable standard output is a failure, and a file is still written", async () => {
  // The output is open only for reading.
  const { code, text } = await merge("--json full.json 1< part.json");
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/^error: EBADF/m) });
  expect(JSON.parse(readFileSync(join(folder, "full.json"), "utf8")).result).toBe("drift");
});

const hasFullDisk = existsSync("/dev/full");

(hasFullDisk ? test : test.skip)(
  "a command ends with exit code 1 and its report if its log cannot be written",
  async () => {
    // No server listens on this port.
    const settings = { AUTH0_DOMAIN: "127.0.0.1:1", AUTH0_API_TOKEN: "t", AUTH0_MAX_RETRIES: "0" };
    const env = { ...process.env, ...settings };
    const command = `exec node ${join(root, "cli.js")} deliveries check 2> /dev/full`;
    const options = { env, timeout: patienceMs, killSignal: "SIGKILL" as const };
    const ended = await runCommand("/bin/sh", ["-c", command], options);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain("No stream was checked");
  },
);
