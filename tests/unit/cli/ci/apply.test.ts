import { existsSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { applyPlan } from "../../../../cli/ci/apply";
import { stopSignals, withStandInPulumi } from "../../../support/pipelines/standInPulumi";

const pulumi = withStandInPulumi();

const apply = (stop = stopSignals(), env: NodeJS.ProcessEnv = {}) =>
  pulumi.run((own) =>
    applyPlan("production", { cwd: pulumi.folder, plan: pulumi.path("plan.json") }, stop, {
      ...own,
      ...env,
    }),
  );

test("a plan is applied with its own preview, and nothing beside it", async () => {
  pulumi.replacePulumi("echo 'Updating (production):'");
  expect(await apply()).toBe("exit code 0\nUpdating (production):");
  expect(pulumi.calls()).toBe(
    `version\nup --stack production --plan ${pulumi.path("plan.json")} --yes --color never --non-interactive\n`,
  );
});

test("a CLI that is too old is named, and applies nothing", async () => {
  pulumi.replaceWholePulumi("echo v3.100.0");
  expect(await apply()).toBe(
    "exit code 1\nerror: the Pulumi CLI is 3.100.0: install 3.227.0 or a newer one",
  );
  expect(pulumi.calls()).toBe("version\n");
});

test("a plan that no longer fits is exit code 2, without the secrets that the CLI prints", async () => {
  pulumi.replacePulumi(`
echo 'Previewing update (production):'
echo 'error: resource urn violates plan: properties changed: ++token[{&{{canary-old'
echo 'canary-second-line}}}!={&{{[secret]}}}]'
exit 1`);
  expect(await apply()).toBe(`exit code 2
Previewing update (production):
error: resource urn violates plan
error: the plan of production no longer fits the program, its configuration or the state; nothing was applied: run all jobs of this pipeline again for a new plan, and read it before you approve it`);
});

const notAllowed = "create is not allowed by the plan: no steps were expected for this resource";
const notDone = "expected resource operations for urn but none were seen";

test.each([notAllowed, notDone])("a plan that does not fit is exit code 2: %s", async (message) => {
  pulumi.replacePulumi(`echo 'error: ${message}'; echo 'error: preview failed'; exit 1`);
  const ended = await apply();
  expect(ended).toContain(`exit code 2\nerror: ${message}\nerror: preview failed\nerror: the plan`);
  expect(ended).toContain("nothing was applied");
});

test("a plan that stops fitting during the update is exit code 1", async () => {
  pulumi.replacePulumi(`echo 'Updating (production):'; echo 'error: ${notAllowed}'; exit 1`);
  const ended = await apply();
  expect(ended).toContain("exit code 1\n");
  expect(ended).toContain("no longer fits");
  expect(ended).toContain("a part of the plan may have been applied");
  expect(ended).not.toContain("nothing was applied");
});

test.each(["Previewing update (production):", "Updating (production):"])(
  "a failure, after which planned steps are missing, does not count as a plan that does not fit: %s",
  async (phase) => {
    pulumi.replacePulumi(
      `printf '%s\\n' '${phase}' '    a  error: 409 conflict' '    b  error: ${notDone}' '    last line'; exit 1`,
    );
    const ended = await apply();
    expect(ended).toContain("exit code 1\n");
    expect(ended).toContain("    last line\nerror: the update of production failed; ");
  },
);

test("an update that fails for another reason is exit code 1", async () => {
  pulumi.replacePulumi("echo 'error: no credentials' >&2; exit 255");
  expect(await apply()).toBe(
    "exit code 1\nerror: no credentials\nerror: the update of production failed; nothing was applied",
  );
});

test("the log has no secret of the job and no workflow command", async () => {
  pulumi.replacePulumi(`echo '  ::set-output name=x::canary-client-secret ##[error]x'`);
  expect(await apply(stopSignals(), { AUTH0_CLIENT_SECRET: "canary-client-secret" })).toBe(
    "exit code 0\n  : :set-output name=x::[secret] # #[error]x",
  );
});

test("a signal lets the CLI end its steps, and the command says what was done", async () => {
  pulumi.replacePulumi(`
trap 'echo "error: expected resource operations for a but none were seen"; exit 1' INT
echo 'Updating (production):'
touch started
while :; do sleep 0.01; done`);
  const stop = stopSignals();
  const ended = apply(stop);
  while (!existsSync(pulumi.path("started"))) await new Promise((done) => setTimeout(done, 10));
  stop.send();
  const text = await ended;
  expect(text).toContain(
    "\nstopped by SIGTERM: the engine ends the steps that are running, and starts no more; a second signal ends at once\n",
  );
  expect(text).toMatch(
    /^exit code 1\n[\s\S]*none were seen\nerror: stopped by SIGTERM; a part of the plan may have been applied$/,
  );
});

test("an update that is done in spite of a signal is no failure", async () => {
  pulumi.replacePulumi("trap 'exit 0' INT\ntouch started\nwhile :; do sleep 0.01; done");
  const stop = stopSignals();
  const ended = apply(stop);
  while (!existsSync(pulumi.path("started"))) await new Promise((done) => setTimeout(done, 10));
  stop.send();
  expect(await ended).toContain("exit code 0\nstopped by SIGTERM");
});

test("a program cannot make an update look like one that was refused", async () => {
  pulumi.replacePulumi("echo '    is not allowed by the plan'; echo 'Updating (production):'");
  expect(await apply()).toBe("exit code 0\n    is not allowed by the plan\nUpdating (production):");
});
