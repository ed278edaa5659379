import { expect, test } from "@jest/globals";
import type { Stack } from "@pulumi/pulumi/automation";
import { compareStack } from "../../../../cli/drift/checkStack";
import { stopSignals } from "../../../support/pipelines/standInPulumi";
import { stream } from "../../../support/values/inputs";

/** A check without signals. */
const context = { progress: () => {}, note: () => {}, stop: stopSignals() };
const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const urn = `urn:pulumi:prod::crm::${type}::it`;
const bags = (name: string, status = "enabled") => ({
  inputs: stream({ name, status }),
  outputs: stream({ name, status }),
});

/** What one preview of the refresh sees; the letters are names of the stream. */
interface Preview {
  /** In the state when the preview starts. */
  began: string;
  /** In the tenant. */
  live: string;
  isDisabled?: boolean;
  /** In the state that is exported after the preview. */
  ended: string;
  /** The operation that an update has started and not finished. */
  pending?: { writes: string; type?: string };
}

/** A stack that an update may be writing while it is previewed. */
function stackOf(...previews: Preview[]) {
  const remaining = previews.values();
  let current: Preview | undefined;
  let exports = 0;
  const stack = {
    async previewRefresh({ onEvent }: { onEvent: (event: unknown) => void }) {
      current = remaining.next().value;
      if (!current) throw new Error("previewed too often");
      const { began, live, isDisabled = false } = current;
      const op = began === live && !isDisabled ? "same" : "update";
      const old = { custom: true, id: "est_1", ...bags(began) };
      const metadata = {
        op,
        type,
        urn,
        provider: "",
        old,
        new: { ...old, ...bags(live, isDisabled ? "disabled" : "enabled") },
      };
      onEvent({ resOutputsEvent: { metadata } });
    },
    async exportStack() {
      exports++;
      const resource = { urn, ...bags(current?.ended ?? "") };
      const { writes = "", type = "updating" } = current?.pending ?? {};
      const pending_operations = current?.pending
        ? [{ resource: { urn, ...bags(writes) }, type }]
        : [];
      return { deployment: { resources: [resource], pending_operations } };
    },
  };
  return { stack: stack as unknown as Stack, exports: () => exports };
}

const target = { name: "prod", folder: "." };

async function check(...previews: Preview[]) {
  const { stack, exports } = stackOf(...previews);
  const { checked, resources } = await compareStack(stack, target, context);
  return { checked, results: resources.map(({ result }) => result), exports: exports() };
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
  const { stack } = stackOf({
    began: "canary-client-secret",
    live: "b",
    ended: "canary-client-secret",
  });
  const { resources } = await compareStack(stack, target, context);
  delete process.env.AUTH0_CLIENT_SECRET;
  expect(resources[0]?.properties).toEqual([{ path: "name", expected: "[secret]", live: "b" }]);
});

test("what the provider waits for is passed on during the check", async () => {
  const message = "POST /oauth/token (a.auth0.com): after 5 s still waiting for a response\n";
  const previewRefresh = async ({ onEvent }: { onEvent: (event: unknown) => void }) =>
    onEvent({ diagnosticEvent: { severity: "info", message } });
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  await compareStack({ previewRefresh } as unknown as Stack, target, { ...context, note });
  expect(notes).toEqual([message.trim()]);
});

test("the state is not exported when nothing drifted", async () => {
  expect(await check({ began: "a", live: "a", ended: "a" })).toEqual({
    checked: 1,
    results: [],
    exports: 0,
  });
});

test("an object that an update wrote during the preview is previewed again and is not drift", async () => {
  const during = { began: "a", live: "b", ended: "b" };
  expect(await check(during, { began: "b", live: "b", ended: "b" })).toMatchObject({
    checked: 1,
    results: [],
  });
});

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
  const { stack } = stackOf({ began: "a", live: "b", ended: "a" });
  stack.exportStack = () => Promise.reject(new Error("error: no response from the backend"));
  const { problems, resources } = await compareStack(stack, target, context);
  expect(problems).toEqual([{ message: "no response from the backend" }]);
  expect(resources.map(({ result }) => result)).toEqual(["changed"]);
});

test("a stream that is disabled in the tenant alone gets a note with a command", async () => {
  const { stack } = stackOf({ began: "a", live: "a", ended: "a", isDisabled: true });
  const { resources } = await compareStack(stack, target, context);
  expect(resources.map(({ result, note }) => [result, note])).toEqual([
    [
      "changed",
      "the service disables a stream that fails too often, and refuses to enable it until its failed deliveries are redelivered. See them, and what to do next: npx auth0-native deliveries check --stack prod it",
    ],
  ]);
});

test("drift of other properties of a stream has no note", async () => {
  const { stack } = stackOf({ began: "a", live: "b", ended: "a" });
  const { resources } = await compareStack(stack, target, context);
  expect(resources).toMatchObject([{ result: "changed" }]);
  expect(resources[0]?.note).toBeUndefined();
});
