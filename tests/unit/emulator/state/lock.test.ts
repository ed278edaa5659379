import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { lock } from "../../../../emulator/src/state/lock";

let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "state.json");
  writeFileSync(`${file}.lock`, "4194305 1\n");
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** What another tenant does between the look at the stale lock's process and its takeover. */
function meanwhile(act: () => void) {
  jest.spyOn(process, "kill").mockImplementation(() => {
    act();
    throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
  });
}

test("a stale lock that another tenant removes meanwhile is taken over all the same", () => {
  meanwhile(() => rmSync(`${file}.lock`));
  const unlock = lock(file);
  expect(readFileSync(`${file}.lock`, "utf8")).toMatch(`${process.pid} `);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
});

test("a stale lock that another tenant takes over meanwhile stays its lock", () => {
  meanwhile(() => writeFileSync(`${file}.lock`, "1 2\n"));
  expect(() => lock(file)).toThrow(`the state file ${file} is in use by another tenant: stop it`);
  expect(readFileSync(`${file}.lock`, "utf8")).toBe("1 2\n");
  expect(readdirSync(folder)).toEqual(["state.json.lock"]);
});
