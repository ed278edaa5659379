import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { compareStack } from "../../../../cli/refresh/compareStack";
import { stopSignals, withStandInPulumi } from "../../../support/pipelines/standInPulumi";
import { stream } from "../../../support/values/eventStream";

const pulumi = withStandInPulumi();

/** A check without signals. */
const context = { progress: () => {}, note: () => {}, stop: stopSignals() };
const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const urn = `urn:pulumi:prod::crm::${type}::it`;
const bags = (name: string, status = "enabled") => ({
  inputs: stream({ name, status }),
  outputs: stream({ name, status }),
});

/** The data of one refresh preview. The letters are names of the stream. */
interface Preview {
  /** The name in the state when the preview starts. */
  began: string;
  /** The name in the tenant. */
  live: string;
  isDisabled?: boolean;
  isGone?: boolean;
  /** The stream's ignoreChanges in the state. */
  ignoreChanges?: string[];
  /** The name in the state that is exported after the preview. */
  ended: string;
  /** An update's changes of the state. */
  endedPart?: "inputs" | "outputs";
  /** An update's unfinished operation. */
  pending?: { writes: string; type?: string };
}

/** Acts as the CLI, whose previews each have their own events and exported state. */
const plays = () => `cd "${pulumi.folder}"; case "$1" in
  refresh) echo x >> previews; while [ "$1" != --event-log ]; do shift; done
    exec cp "events.$(grep -c x previews)" "$2" ;;
  stack) exec cat "state.$(grep -c x previews)" ;;
esac`;

/** A stack that an update may be writing while it is previewed. */
function stackOf(...previews: Preview[]): void {
  pulumi.write("previews", "");
  pulumi.replacePulumi(plays());
  for (const [index, preview] of previews.entries()) {
    const { began, live, isDisabled = false, isGone, ended, endedPart, pending } = preview;
    const { ignoreChanges } = preview;
    const found = isGone ? "delete" : "update";
    const isChanged = isDisabled && !ignoreChanges?.includes("status");
    const op = began === live && !isChanged && !isGone ? "same" : found;
    const old = { custom: true, id: "est_1", ...bags(began) };
    const seen = { ...old, ...bags(live, isDisabled ? "disabled" : "enabled") };
    const metadata = { op, type, urn, provider: "", old, ...(!isGone && { new: seen }) };
    const events = [{ resOutputsEvent: { metadata } }, { summaryEvent: { resourceChanges: {} } }];
    const lines = events.map((event) => `${JSON.stringify(event)}\n`);
    pulumi.write(`events.${index + 1}`, lines.join(""));
    const { writes = "", type: operation = "updating" } = pending ?? {};
    const pending_operations = [{ resource: { urn, ...bags(writes) }, type: operation }];
    // A replacement keeps the old object in the state until it is deleted.
    const resources = [
      {
        urn,
        ...(ignoreChanges && { ignoreChanges }),
        ...(endedPart ? { ...bags(began), [endedPart]: stream({ name: ended }) } : bags(ended)),
      },
      { urn, delete: true, ...bags("replaced") },
    ];
    const deployment = { resources, ...(pending && { pending_operations }) };
    pulumi.write(`state.${index + 1}`, JSON.stringify({ deployment }));
  }
}

const compare = () => compareStack({ name: "prod", folder: "." }, context);

async function check(...previews: Preview[]) {
  stackOf(...previews);
  const { checked, resources } = await compare();
  const exports = pulumi.calls().match(/^stack export/gm)?.length ?? 0;
  return { checked, results: resources.map(({ result }) => result), exports };
}

test("drift of a state that does not change during the check is reported after one preview", async () => {
  expect(await check({ began: "a", live: "b", ended: "a" })).toEqual({
    checked: 1,
    results: ["changed"],
    exports: 1,
  });
});

test("a secret of the job that a program put into a name is not reported", async () => {
  process.env.AUTH0_CLIENT_SECRET = "canary-client-secret";
  stackOf({
    began: "canary-client-secret",
    live: "b",
    ended: "canary-client-secret",
  });
  const { resources } = await compare();
  delete process.env.AUTH0_CLIENT_SECRET;
  expect(resources[0]?.properties).toEqual([{ path: "name", expected: "[secret]", live: "b" }]);
});

test("the provider's wait notices are shown during the check, and its other messages are not", async () => {
  const message = "POST /oauth/token (a.auth0.com): after 5 s still waiting for a response\n";
  stackOf({ began: "a", live: "a", ended: "a" });
  const said =
    "[not-verifiable] GuardianFcmv1Provider can't be verified, because Auth0 never returns the credentials\n";
  const notices = [message, said].map((text) =>
    JSON.stringify({ diagnosticEvent: { severity: "info", message: text } }),
  );
  const events = readFileSync(pulumi.path("events.1"), "utf8");
  pulumi.write("events.1", `${notices.join("\n")}\n${events}`);
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  await compareStack({ name: "prod", folder: "." }, { ...context, note });
  expect(notes).toEqual([message.trim()]);
});

test("the state is not exported when nothing drifted", async () => {
  expect(await check({ began: "a", live: "a", ended: "a" })).toEqual({
    checked: 1,
    results: [],
    exports: 0,
  });
});

test.each([
  ["what the CLI printed", "", "echo 'error: no stack' >&2; exit 255", "no stack"],
  ["its exit code", "", "exit 3", "`pulumi refresh` ended with exit code 3 and no result"],
  ["that it reports no result", "", "", "`pulumi refresh` ended with exit code 0 and no result"],
  [
    "that it is too old",
    "echo v3.100.0",
    "exit 1",
    "Pulumi CLI 3.100.0 is too old. Install 3.227.0",
  ],
  [
    "that it is another command",
    "echo Hello",
    "",
    "The command `pulumi` on PATH isn't the Pulumi CLI",
  ],
])("a failure of the CLI is reported with %s", async (_, version, shell, message) => {
  const prints = version && `[ "$1" = version ] && ${version} && exit`;
  if (version === "") pulumi.replacePulumi(shell);
  else pulumi.replaceWholePulumi(`${prints}\n${shell}`);
  const { problems } = await compare();
  expect(problems.map((it) => it.message)).toEqual([expect.stringContaining(message)]);
});

test("events are reported while the CLI runs, even if it is killed afterwards", async () => {
  stackOf({ began: "a", live: "b", ended: "a" });
  const waits = `(until [ -e "${pulumi.path("seen")}" ]; do sleep 0.01; done)`;
  const isKilled = `${waits}; printf '{"resOut' >&3; kill -9 $$`;
  pulumi.replacePulumi(
    plays().replace(/exec cp (.*) "\$2" ;;/, `exec 3> "$2"; cat $1 >&3; ${isKilled} ;;`),
  );
  const progress = () => pulumi.write("seen", "");
  const found = await compareStack({ name: "prod", folder: "." }, { ...context, progress });
  expect(found).toMatchObject({ checked: 1, resources: [{ result: "changed" }] });
  expect(found.problems).toHaveLength(1);
});

test.each<Pick<Preview, "endedPart">>([{}, { endedPart: "inputs" }, { endedPart: "outputs" }])(
  "an object that an update wrote during the preview is previewed again: %j",
  async (part) => {
    const during = { began: "a", live: "b", ended: "b", ...part };
    expect(await check(during, { began: "b", live: "b", ended: "b" })).toMatchObject({
      checked: 1,
      results: [],
    });
  },
);

test("an object that an update is still writing is unverifiable and not counted as compared", async () => {
  const during = { began: "a", live: "b", ended: "a", pending: { writes: "b" } };
  expect(await check(during, during)).toMatchObject({ checked: 0, results: ["unverifiable"] });
  const next = { began: "b", live: "c", ended: "c" };
  expect(await check({ began: "a", live: "b", ended: "b" }, next)).toMatchObject({
    results: ["unverifiable"],
  });
});

test.each([
  ["a write of another value", { writes: "c" }],
  ["a read", { writes: "b", type: "reading" }],
  ["a deletion", { writes: "a", type: "deleting" }],
])("drift is reported although an unfinished operation exists that is %s", async (_, pending) => {
  const drift = { began: "a", live: "b", ended: "a", pending };
  expect(await check(drift, drift)).toMatchObject({ checked: 1, results: ["changed"] });
});

test.each([
  ["unverifiable", "deleting"],
  ["gone", "updating"],
])("a missing object is %s if an unfinished operation is %s it", async (result, operation) => {
  const pending = { writes: "a", type: operation };
  const missing = { began: "a", live: "a", isGone: true, ended: "a", pending };
  expect(await check(missing, missing)).toMatchObject({ results: [result] });
});

test("drift that an update did not cause is still reported after the update", async () => {
  const during = { began: "a", live: "x", ended: "b" };
  expect(await check(during, { began: "b", live: "x", ended: "b" })).toMatchObject({
    results: ["changed"],
  });
});

test("an exported state that is formatted differently from the events does not hide drift", async () => {
  const preview = { began: "a", live: "b", ended: "formatted differently" };
  expect(await check(preview, preview)).toMatchObject({ checked: 1, results: ["changed"] });
});

test("drift is reported with the reason when the state cannot be exported", async () => {
  stackOf({ began: "a", live: "b", ended: "a" });
  const fails = "echo 'error: no response from the backend' >&2; exit 1";
  pulumi.replacePulumi(`[ "$1" = stack ] && { ${fails}; }\n${plays()}`);
  const { problems, resources } = await compare();
  expect(problems).toEqual([{ message: "no response from the backend" }]);
  expect(resources.map(({ result }) => result)).toEqual(["changed"]);
});

const left = { path: "status", expected: "enabled", live: "disabled" };
const renamed = { path: "name", expected: "a", live: "b" };

test.each<[string, string, string[], object[][], object[][]?]>([
  ["alone", "a", ["status"], [], [[left]]],
  ["beside drift", "b", ["status"], [[renamed]], [[left]]],
  ["in what the engine reports all the same", "b", ["*"], [[renamed, left]]],
])("a difference that ignoreChanges covers is not drift: %s", async (_, live, ...more) => {
  const [ignoreChanges, drifted, ignored] = more;
  stackOf({ began: "a", live, ended: "a", isDisabled: true, ignoreChanges });
  const found = await compare();
  expect(found.resources.map(({ properties }) => properties)).toEqual(drifted);
  expect(found.ignored?.map(({ properties }) => properties)).toEqual(ignored);
});

test("a stream that is disabled only in the tenant gets a note with a command", async () => {
  stackOf({ began: "a", live: "a", ended: "a", isDisabled: true });
  const { resources } = await compare();
  expect(resources.map(({ result, note }) => [result, note])).toEqual([
    [
      "changed",
      "Auth0 disables a stream that fails too often. See why, and what to do next:\nnpx --no-install pulumi-auth0-native deliveries check --stack prod it",
    ],
  ]);
});

test("drift of other properties of a stream has no note", async () => {
  stackOf({ began: "a", live: "b", ended: "a" });
  const { resources } = await compare();
  expect(resources).toMatchObject([{ result: "changed" }]);
  expect(resources[0]?.note).toBeUndefined();
});
