import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { run } from "../../tools/process";
import { patienceMs } from "../support/jest/patience.cjs";
import { root } from "../support/project";

const hasFullDisk = existsSync("/dev/full");

(hasFullDisk ? test : test.skip)(
  "a command ends with exit code 1 and its report if its log cannot be written",
  async () => {
    // Nothing listens there.
    const settings = { AUTH0_DOMAIN: "127.0.0.1:1", AUTH0_API_TOKEN: "t", AUTH0_MAX_RETRIES: "0" };
    const env = { ...process.env, ...settings };
    const command = `exec node ${join(root, "cli.js")} deliveries check 2> /dev/full`;
    const options = { env, timeout: patienceMs, killSignal: "SIGKILL" as const };
    const ended = await run("/bin/sh", ["-c", command], options);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain("No stream was checked");
  },
);
