import { existsSync, lstatSync, symlinkSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { preview } from "../../../../../cli/ci/preview/command";
import type { PreviewReport } from "../../../../../cli/ci/previewReport/report";
import { stopSignals, withStandInPulumi } from "../../../../support/pipelines/standInPulumi";

const pulumi = withStandInPulumi();

const runPreview = (env: NodeJS.ProcessEnv = {}, stop = stopSignals(), files = {}) =>
  pulumi.run((own) =>
    preview(
      "production",
      {
        cwd: pulumi.folder,
        plan: pulumi.path("plan/plan.json"),
        json: pulumi.path("a/b.json"),
        ...files,
      },
      stop,
      { ...own, ...env },
    ),
  );
const report = () => JSON.parse(pulumi.read("a/b.json")) as PreviewReport;
const planExists = () => existsSync(pulumi.path("plan/plan.json"));

/** Writes the plan and the event log as the CLI does, whose options name both files. */
const writesPlan = `
case "$*" in
  *--json*) echo '{"steps":[]}'; exit ;;
  *export*) echo '{"deployment":{}}'; exit ;;
esac
while [ $# -gt 0 ]; do
  case "$1" in --save-plan) plan="$2" ;; --event-log) log="$2" ;; esac
  shift
done
echo '{"resourcePlans":{}}' > "$plan"
echo '{"summaryEvent":{"resourceChanges":{"same":1}}}' > "$log"`;

const summary = (resourceChanges: Record<string, number>) =>
  JSON.stringify({ summaryEvent: { resourceChanges } });
/** The same script with another event. */
const writesEvent = (event: string) =>
  writesPlan.replace(/echo \S+ > "\$log"$/, `echo '${event}' > "$log"`);

test("a preview prints what the CLI prints, saves the plan and writes the report", async () => {
  pulumi.replacePulumi(`${writesEvent(summary({ create: 2, update: 0, same: 2 }))}
echo 'Previewing update (production):'
echo "Update plan written to '$plan'"
echo "Run \\\`pulumi up --plan='$plan'\\\` to constrain the update"`);
  expect(await runPreview()).toBe("exit code 0\nPreviewing update (production):");
  expect(planExists()).toBe(true);
  expect(report()).toEqual({
    version: 1,
    stack: "production",
    result: "changes",
    tenants: [],
    counts: { create: 2, same: 2 },
    losses: [],
    problems: [],
    output: "Previewing update (production):",
  });
});

test("a plan has the objects that it changes, and the domains of the environment", async () => {
  const urn = "urn:pulumi:production::crm::auth0-native:index:EventStream::crm";
  const old = { urn, id: "est_1", type: "auth0-native:index:EventStream" };
  const step = { resourcePreEvent: { metadata: { ...old, op: "update", old, new: old } } };
  pulumi.replacePulumi(
    `${writesEvent(summary({ update: 1 }))}\necho '${JSON.stringify(step)}' >> "$log"`,
  );
  expect(await runPreview({ AUTH0_DOMAIN: "a.auth0.com" })).toBe("exit code 0");
  expect(JSON.parse(pulumi.read("plan/plan.json"))).toMatchObject({
    objectsBefore: [{ urn, id: "est_1" }],
    domains: { AUTH0_DOMAIN: "a.auth0.com" },
  });
});

test("a preview without counts fails", async () => {
  pulumi.replacePulumi(writesEvent("{}"));
  expect(await runPreview()).toBe(
    "exit code 1\nerror: the preview ended without counting its changes",
  );
  expect(planExists()).toBe(false);
  expect(report().result).toBe("failed");
});

test("a stack counts as changed if its plan cannot be compared with its state", async () => {
  const failing = "case $2 in --json) printf 'no permission\\nat x' >&2; exit 1 ;; esac";
  pulumi.replacePulumi(`${failing}\n${writesPlan}`);
  expect(await runPreview()).toBe(
    "exit code 0\nOnly the state changes: the plan couldn't be compared with the state: no permission",
  );
  expect(report()).toMatchObject({ result: "changes", output: expect.stringContaining("Only") });
  expect(planExists()).toBe(true);
});

test("a preview that fails leaves no plan, not even an earlier one", async () => {
  pulumi.write("plan/plan.json", "{}");
  pulumi.write("a/b.json", "{}");
  const gone = `test ! -e ${pulumi.path("a/b.json")} || echo 'the old report is there'`;
  pulumi.replacePulumi(`${gone}${writesPlan}\necho 'error: No credentials' >&2; exit 4`);
  expect(await runPreview()).toBe("exit code 1\nerror: No credentials");
  expect(planExists()).toBe(false);
  expect(report()).toMatchObject({
    result: "failed",
    counts: {},
    problems: [{ message: "No credentials" }],
    output: "error: No credentials",
  });
});

test("a CLI that is too old is not run, and the report says why", async () => {
  pulumi.write("plan/plan.json", "{}");
  pulumi.replaceWholePulumi("echo v3.100.0");
  const why = "Pulumi CLI 3.100.0 is too old. Install 3.227.0 or newer.";
  expect(await runPreview()).toBe(`exit code 1\nerror: ${why}`);
  expect(pulumi.calls()).toBe("version --non-interactive\n");
  expect(planExists()).toBe(false);
  expect(report()).toMatchObject({
    result: "failed",
    problems: [{ message: why }],
    output: `error: ${why}`,
  });
});

test("neither the log nor the report has a secret of the job or a workflow command", async () => {
  const diagnosticEvent = { severity: "error", message: "canary-passphrase" };
  pulumi.replacePulumi(`${writesEvent(JSON.stringify({ diagnosticEvent }))}
printf '%s\\n' 'canary-passphrase' '\t::error::x' 'a ##[group]b'
exit 1`);
  const printed = await runPreview({ PULUMI_CONFIG_PASSPHRASE: "canary-passphrase" });
  expect(printed).toBe("exit code 1\n[secret]\n    : :error::x\na # #[group]b");
  expect(report().problems).toEqual([{ message: "[secret]" }]);
  expect(pulumi.read("a/b.json")).not.toContain("canary");
});

test("a signal ends the preview without a plan, and the report says so", async () => {
  pulumi.replacePulumi(
    `${writesPlan}\ntrap 'exit 1' INT\ntouch started\nwhile :; do sleep 0.01; done`,
  );
  const stop = stopSignals();
  const ended = runPreview({}, stop);
  await pulumi.started();
  stop.send();
  expect(await ended).toBe("exit code 1\nerror: stopped by SIGTERM");
  expect(planExists()).toBe(false);
  expect(report()).toMatchObject({
    result: "failed",
    problems: [{ message: "stopped by SIGTERM" }],
  });
});

test("/dev/null and other special files are not deleted", async () => {
  symlinkSync("/dev/null", pulumi.path("null"));
  pulumi.replacePulumi(writesPlan);
  expect(await runPreview({}, stopSignals(), { plan: pulumi.path("null") })).toBe("exit code 0");
  expect(lstatSync(pulumi.path("null")).isSymbolicLink()).toBe(true);
});

test.each([
  [{ plan: "" }, `--plan "" can't be written: the name is empty`],
  [{ json: "." }, `--json "." can't be written: it's a folder. Pass a file in it`],
  [{ plan: "x/../y", json: "y" }, "--plan and --json can't be the same file."],
])("the files %j are rejected before the CLI starts", async (files, why) => {
  pulumi.replacePulumi("");
  expect(await runPreview({}, stopSignals(), files)).toBe(`exit code 1\nerror: ${why}`);
  expect(existsSync(pulumi.path("calls"))).toBe(false);
});

test("a stack's name that could be an option or a path is rejected", async () => {
  pulumi.replacePulumi("");
  const run = pulumi.run((env) =>
    preview(
      "../a",
      { cwd: ".", plan: pulumi.path("p"), json: pulumi.path("j") },
      stopSignals(),
      env,
    ),
  );
  expect(await run).toContain(`exit code 1\nerror: "../a" isn't a short stack name`);
});
