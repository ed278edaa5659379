import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { nextSteps } from "../../../tools/templates";

test("the commands that `make templates` prints work in a clone whose path has a space and a quote", () => {
  const setup = { folders: ["/it's a/cli", "/hosts"], hasHosts: true };
  const printed = nextSteps("/it's a/clone", setup, "typescript");
  const [path = "", create = ""] = printed.split("\n").filter((line) => line.startsWith("  "));
  const script = `${path}; pulumi() { printf '%s\\n' "$PATH" "$2"; }; ${create}`;
  const env = { PATH: "/usr/bin" };
  expect(execFileSync("/bin/sh", ["-c", script], { env, encoding: "utf8" })).toBe(
    "/it's a/cli:/hosts:/usr/bin\n/it's a/clone/templates/typescript\n",
  );
});
