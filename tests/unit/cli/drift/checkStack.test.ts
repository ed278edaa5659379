import { expect, test } from "@jest/globals";
import type { Stack } from "@pulumi/pulumi/automation";
import { compareStack } from "../../../../cli/drift/checkStack";
import { checkContext } from "../../../support/drift/checkContext";
import { stream } from "../../../support/values/inputs";

const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const urn = `urn:pulumi:prod::crm::${type}::it`;
const bags = (name: string) => ({ inputs: stream({ name }), outputs: stream({ name }) });

interface Look {
  /** What the state held as the engine began to read. */
  began: string;
  live: string;
  /** What it held after that. */
  ended: string;
  /** What an update has begun to write, or has begun otherwise. */
  pending?: { writes: string; type?: string };
}

/** A stack that an update may be writing: what each look at it sees. */
function stackOf(...looks: Look[]) {
  const seen = looks.values();
  let now: Look | undefined;
  let exports = 0;
  const stack = {
    async previewRefresh({ onEvent }: { onEvent: (event: unknown) => void }) {
      now = seen.next().value;
      if (!now) throw new Error("looked too often");
      const state = (name: string) => ({ custom: true, id: "est_1", ...bags(name) });
      const op = now.began === now.live ? "same" : "update";
      const metadata = { op, type, urn, provider: "", old: state(now.began), new: state(now.live) };
      onEvent({ resOutputsEvent: { metadata } });
    },
    async exportStack() {
      exports++;
      const resource = { urn, ...bags(now?.ended ?? "") };
      const { writes = "", type = "updating" } = now?.pending ?? {};
      const pending_operations = now?.pending ? [{ resource: { urn, ...bags(writes) }, type }] : [];
      return { deployment: { resources: [resource], pending_operations } };
    },
  };
  return { stack: stack as unknown as Stack, exports: () => exports };
}

async function seen(...looks: Look[]) {
  const { stack, exports } = stackOf(...looks);
  const { checked, resources } = await compareStack(stack, checkContext());
  return { checked, results: resources.map(({ result }) => result), exports: exports() };
}

test("drift of a state that stays as it is is drift, and costs one look", async () => {
  expect(await seen({ began: "a", live: "b", ended: "a" })).toEqual({
    checked: 1,
    results: ["changed"],
    exports: 1,
  });
});

test("without drift the state is not even asked for", async () => {
  expect(await seen({ began: "a", live: "a", ended: "a" })).toEqual({
    checked: 1,
    results: [],
    exports: 0,
  });
});

test("what an update wrote while it was looked at is looked at again, and is no drift", async () => {
  const during = { began: "a", live: "b", ended: "b" };
  expect(await seen(during, { began: "b", live: "b", ended: "b" })).toMatchObject({
    checked: 1,
    results: [],
  });
});

test("what an update is still writing cannot be verified, and is not counted as compared", async () => {
  const during = { began: "a", live: "b", ended: "a", pending: { writes: "b" } };
  expect(await seen(during, during)).toMatchObject({ checked: 0, results: ["unverifiable"] });
  const next = { began: "b", live: "c", ended: "c" };
  expect(await seen({ began: "a", live: "b", ended: "b" }, next)).toMatchObject({
    results: ["unverifiable"],
  });
});

test.each([
  ["another value", { writes: "c" }],
  ["a read", { writes: "b", type: "reading" }],
  ["a deletion", { writes: "a", type: "deleting" }],
])(
  "drift is not hidden by %s that an update has begun, and that may have been killed",
  async (_, pending) => {
    const drift = { began: "a", live: "b", ended: "a", pending };
    expect(await seen(drift, drift)).toMatchObject({ checked: 1, results: ["changed"] });
  },
);

test("drift that an update has nothing to do with is still drift after it", async () => {
  const during = { began: "a", live: "x", ended: "b" };
  expect(await seen(during, { began: "b", live: "x", ended: "b" })).toMatchObject({
    results: ["changed"],
  });
});

test("a state that is merely told otherwise than in the events does not hide drift", async () => {
  const told = { began: "a", live: "b", ended: "told otherwise" };
  expect(await seen(told, told)).toMatchObject({ checked: 1, results: ["changed"] });
});

test("drift is told also where the state cannot be had, beside the reason", async () => {
  const { stack } = stackOf({ began: "a", live: "b", ended: "a" });
  stack.exportStack = () => Promise.reject(new Error("error: no answer of the backend"));
  const { problems, resources } = await compareStack(stack, checkContext());
  expect(problems).toEqual([{ message: "no answer of the backend" }]);
  expect(resources.map(({ result }) => result)).toEqual(["changed"]);
});
