import { expect, test } from "@jest/globals";
import { runPulumi, runPulumiByLine } from "../../../../cli/shared/runPulumi";
import { withStandInPulumi } from "../../../support/pipelines/standInPulumi";
import { mustRun } from "../../../support/project";

const pulumi = withStandInPulumi();

async function linesOf(shell: string): Promise<{ code: number; lines: string[] }> {
  pulumi.replacePulumi(shell);
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
  };
  const code = await runPulumiByLine(["up"], pulumi.folder, onLine, {});
  return { code, lines };
}

test("the lines of both streams are whole, even if they arrive in parts", async () => {
  const { code, lines } = await linesOf(
    "printf 'a\\nb\\303'; sleep 0.05; printf '\\251\\n\\nlast'; echo problem >&2; exit 3",
  );
  expect(code).toBe(3);
  expect(lines.filter((line) => line !== "problem")).toEqual(["a", "bé", "", "last"]);
  expect(lines).toContain("problem");
});

test("a CLI that a signal kills has failed, whatever it printed", async () => {
  expect(await linesOf("echo done; kill -9 $$")).toEqual({ code: 1, lines: ["done"] });
});

test("a failure is thrown with the CLI's errors", async () => {
  pulumi.replacePulumi("echo secret-state; echo 'error: no stack' >&2; exit 255");
  const run = runPulumi(["stack", "export"], pulumi.folder);
  await expect(run).rejects.toThrow(/^error: no stack\n$/);
});

test.each([
  [{ PATH: "/no-such-folder" }, ".", "The Pulumi CLI isn't on PATH. Install it"],
  [{}, "no-such-folder", "The folder 'no-such-folder' doesn't exist."],
])(
  "with %j, the folder %s gets an error that says what is missing",
  async (env, folder, message) => {
    pulumi.replacePulumi("");
    await expect(runPulumi(["version"], folder, { env })).rejects.toThrow(message);
  },
);

test("the CLI gets no signal that is sent to this process's group", async () => {
  const { lines } = await linesOf("ps -o pgid= -p $$");
  const { stdout } = await mustRun("ps", ["-o", "pgid=", "-p", `${process.pid}`], pulumi.folder);
  expect(lines[0]?.trim()).toMatch(/^\d+$/);
  expect(lines[0]?.trim()).not.toBe(stdout.trim());
});
