import { beforeEach, expect, test } from "@jest/globals";
import { applyPlan } from "../../../../../cli/ci/apply/command";
import { stopSignals, withStandInPulumi } from "../../../../support/pipelines/standInPulumi";

const pulumi = withStandInPulumi();

const apply = (stop = stopSignals(), env: NodeJS.ProcessEnv = {}) =>
  pulumi.run((own) =>
    applyPlan("production", { cwd: pulumi.folder, plan: pulumi.path("plan.json") }, stop, {
      ...own,
      ...env,
    }),
  );

/** A plan of `ci preview`. */
const planWith = (parts: object) =>
  JSON.stringify({ resourcePlans: {}, objectsBefore: [], domains: {}, ...parts });

beforeEach(() => pulumi.write("plan.json", planWith({})));

test.each([
  ['{"resourcePlans":{}}', "isn't a plan from `ci preview --plan`. Nothing was applied."],
  ["null", "isn't a plan from `ci preview --plan`. Nothing was applied."],
  ['{"resourcePlans":', "isn't JSON. Nothing was applied."],
])("only a plan of ci preview is applied, and not %s", async (text, message) => {
  pulumi.write("plan.json", text);
  pulumi.replacePulumi("echo 'Updating (production):'");
  expect(await apply()).toBe(`exit code 1\nerror: ${pulumi.path("plan.json")} ${message}`);
});

test("a plan is applied with its own preview and nothing else", async () => {
  pulumi.replacePulumi("echo 'Updating (production):'");
  expect(await apply()).toBe("exit code 0\nUpdating (production):");
  expect(pulumi.calls()).toBe(
    `version --non-interactive\nup --stack production --plan ${pulumi.path("plan.json")} --yes --color never --non-interactive\n`,
  );
});

test.each([
  ["a plan that saw the tenant is applied with a refresh", { a: {} }, [], 0, "--refresh"],
  ["a tenant that can't be read stops it", { a: {} }, [], 1, "no access. Nothing was applied"],
])("%s", async (_, resourcePlans, objectsFound, code, text) => {
  pulumi.write("plan.json", planWith({ resourcePlans, objectsFound }));
  const refresh =
    code === 0 ? `echo '{"summaryEvent":{}}' > "$6"` : "echo 'error: no access'; exit 1";
  pulumi.replacePulumi(`[ "$1" = up ] && echo "$@" || { ${refresh}; }`);
  const printed = await apply();
  expect(printed).toContain(`exit code ${code}\n`);
  expect(printed).toContain(text);
});

test("the objects that a plan changes have to be in the state, even after a refresh", async () => {
  const urn = "urn:pulumi:production::crm::auth0-native:index:EventStream::old";
  const objectsBefore = [{ urn, id: "est_1", inputs: {}, isReplaced: true, retainOnDelete: false }];
  pulumi.write("plan.json", planWith({ objectsFound: [], objectsBefore }));
  const state = JSON.stringify({ deployment: { resources: [] } });
  pulumi.replacePulumi(`[ "$2" = export ] && echo '${state}' || echo '{"summaryEvent":{}}' > "$6"`);
  const printed = await apply();
  expect(printed).toContain("exit code 2\n");
  expect(printed).toContain("old is no longer in the state. Nothing was applied.");
});

test("a plan isn't applied with another domain in the environment", async () => {
  pulumi.write("plan.json", planWith({ domains: { EU_AUTH0_DOMAIN: "eu.auth0.com" } }));
  pulumi.replacePulumi("echo 'Updating (production):'");
  expect(await apply(stopSignals(), { EU_AUTH0_DOMAIN: "us.auth0.com" })).toBe(
    'exit code 2\nerror: the plan of production may be for another tenant, because EU_AUTH0_DOMAIN was "eu.auth0.com" and is now "us.auth0.com". Nothing was applied. Set the same variables in the jobs that plan and apply.',
  );
});

const updating = "Updating (production):";
const notAllowed = "error: create is not allowed by the plan: no steps were expected";
const notDone = "error: expected resource operations for urn but none were seen";
const violates = "error: resource urn violates plan";
const conflict = "    a  error: 409 conflict";
const refused =
  "error: the plan of production no longer fits the program, its configuration, or the state";
const advice =
  "Rerun all jobs of this pipeline to make a new plan, and read it before you approve it.";
const failed = "error: the update of production failed";
const [nothing, part] = ["Nothing was applied.", "Part of the plan may have been applied."];

test.each<[string, string[], number, string]>([
  ["a step is not in the plan", [notAllowed], 2, `${refused}. ${nothing} ${advice}`],
  ["a planned step is missing", [notDone], 2, `${refused}. ${nothing} ${advice}`],
  [
    "the update does what is not planned",
    [updating, notAllowed],
    1,
    `${refused}. ${part} ${advice}`,
  ],
  ["a failure leaves out steps", [conflict, notDone, "last"], 1, `${failed}. ${nothing}`],
  ["a failed update leaves out steps", [updating, conflict, notDone], 1, `${failed}. ${part}`],
  ["the CLI fails", ["error: no credentials"], 1, `${failed}. ${nothing}`],
])("the exit code says whether the plan fits: %s", async (_, lines, code, last) => {
  const all = [...lines, "error: preview failed"];
  const prints = all.map((line) => `echo '${line}'`).join("\n");
  pulumi.replacePulumi(`${prints}\nexit 255`);
  expect(await apply()).toBe([`exit code ${code}`, ...all, last].join("\n"));
});

const stackPlan = (state: object) =>
  planWith({ resourcePlans: { stack: { goal: { type: "pulumi:pulumi:Stack" }, state } } });
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

test.each<[string, object, object, string, number, string]>([
  ["has another value", { a: 1, live: [1] }, { a: 1, live: [2] }, "", 2, `live. ${nothing} `],
  ["is new", {}, { a: null, live: { b: 1 } }, updating, 1, `live. ${part} `],
  ["may differ", { live: secret, a: 1 }, { live: secret, a: 1 }, "", 2, `live. ${nothing} `],
])(
  "the error names an output that is unlike the plan if the CLI is silent: it %s",
  async (_, planned, later, line, code, end) => {
    pulumi.write("plan.json", stackPlan(planned));
    pulumi.replacePulumi(`if [ "$1" = up ]; then echo '${line}'; exit 255; fi
echo '${stackPlan(later)}' > "$5"`);
    const error = `error: the plan of production no longer fits these outputs of the program: ${end}`;
    expect(await apply()).toBe(`exit code ${code}\n${line}\n${error}${advice}`);
  },
);

test("secrets in the CLI's message about an outdated plan are redacted", async () => {
  pulumi.replacePulumi(`echo '${violates}: properties changed: ++token[{&{{canary-old'
echo 'canary-second-line}}}!={&{{[secret]}}}]'
exit 1`);
  expect(await apply()).toBe(`exit code 2\n${violates}\n${refused}. ${nothing} ${advice}`);
});

test("the log has no secret of the job and no workflow command", async () => {
  pulumi.replacePulumi(`echo '  ::set-output name=x::canary-client-secret ##[error]x'`);
  expect(await apply(stopSignals(), { AUTH0_CLIENT_SECRET: "canary-client-secret" })).toBe(
    "exit code 0\n  : :set-output name=x::[secret] # #[error]x",
  );
});

test.each([
  ["exit 0", "0"],
  [`echo "${notDone}"; exit 1`, `1[^]*\nerror: stopped by SIGTERM\\. ${part}$`],
])(
  "a signal lets the CLI end its steps, and the command reports them: %s",
  async (end, expected) => {
    pulumi.replacePulumi(
      `trap '${end}' INT\necho '${updating}'\ntouch started\nwhile :; do sleep 0.01; done`,
    );
    const stop = stopSignals();
    const ended = apply(stop);
    await pulumi.started();
    stop.send();
    expect(await ended).toMatch(new RegExp(`^exit code ${expected}`));
    expect(await ended).toContain(
      "\nstopped by SIGTERM: the engine finishes the running steps and starts no new ones. Send the signal again to end right away",
    );
  },
);

test("a program cannot make an update look rejected", async () => {
  pulumi.replacePulumi("echo '    is not allowed by the plan'");
  expect(await apply()).toBe("exit code 0\n    is not allowed by the plan");
});
