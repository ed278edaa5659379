import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { EventStream } from "../../sdk";
import { type TestStack, testStack } from "../support/engine/stack";
import type { StateResource } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { kong404 } from "../support/faults/foreign404s";
import { mustRun } from "../support/project";
import { authorizations, webhook } from "../support/values/samples";

const engine = withTenant();
const postStream = "POST /event-streams";

afterEach(() => {
  engine.tenant.clearFaults();
  engine.tenant.set({ clockSkewMs: 0 });
  engine.tenant.streams.clear();
});

const names = ["a", "b", "c", "d"];
const program = async () => {
  for (const name of names)
    new EventStream(name, { name, destination: webhook(authorizations.basic) });
};

const idsOf = async (stack: TestStack) => {
  const { resources = [] } = await stack.state();
  return resources.flatMap(({ type, id }) => (type.endsWith(":EventStream") ? [id] : [])).sort();
};

describe("a gateway that answers 404 for everything", () => {
  test("removes nothing from the state: refresh and destroy fail, and work once it is gone", async () => {
    const stack = await engine.newStack();
    await stack.up(program);
    const ids = await idsOf(stack);
    engine.tenant.addFault({ ...kong404, route: "*", times: 0 });
    for (const run of [stack.refresh, stack.drift, stack.destroy]) {
      const { code, text } = await run();
      expect(code).not.toBe(0);
      expect(text).toMatch(/404: no Route matched.*this 404 is not the service's own/);
      expect(await idsOf(stack)).toEqual(ids);
    }
    expect(engine.tenant.streams.size).toBe(names.length);

    engine.tenant.clearFaults();
    expect(await stack.drift()).toMatchObject({ code: 0, steps: [] });
    expect((await stack.destroy()).code).toBe(0);
    expect(engine.tenant.streams.size).toBe(0);
  });
});

describe("two streams of which one sets fewer properties", () => {
  const twins = (fuller: string, other: string) => async () => {
    const destination = webhook(authorizations.basic);
    for (const name of [fuller, other])
      new EventStream(name, name === fuller ? { name, destination } : { destination });
  };

  test.each([
    ["a-fuller", "b-less"],
    ["b-fuller", "a-less"],
  ])("%s and %s never share an object, though the first create is lost", async (one, other) => {
    const stack = await engine.newStack();
    engine.tenant.addFault({ kind: "drop", route: postStream });
    const { code, text } = await stack.up(twins(one, other));
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    const ids = await idsOf(stack);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toEqual([...engine.tenant.streams.keys()].sort());
    await stack.up(async () => {
      new EventStream(one, { name: one, destination: webhook(authorizations.basic) });
    });
    expect([...engine.tenant.streams.values()].map(({ name }) => name)).toEqual([one]);
    expect(await stack.drift()).toMatchObject({ code: 0, steps: [] });
  });
});

test("a lost create of a service whose timestamps are behind makes no second object", async () => {
  const stack = await engine.newStack();
  engine.tenant.set({ clockSkewMs: 5000 });
  engine.tenant.addFault({ kind: "drop", when: "after", route: postStream });
  const { code, text } = await stack.up(async () => {
    new EventStream("crm", { name: "crm", destination: webhook(authorizations.basic) });
  });
  const [id, ...others] = engine.tenant.streams.keys();
  expect(others).toEqual([]);
  expect(code).not.toBe(0);
  expect(text).toContain(
    `it may have been created: ${id} could be it; delete or adopt it, then run again`,
  );
});

describe("a state with a malformed id", () => {
  test.each(["..", "est_short"])(
    "of %j says how to remove it, which works, and no request leaves its collection",
    async (id) => {
      const stack = await testStack(engine.tenant.environment);
      try {
        await stack.up(async () => {
          new EventStream("crm", { name: "crm", destination: webhook(authorizations.basic) });
        });
        const file = join(stack.home, "state/.pulumi/stacks/test/test.json");
        const { checkpoint, ...version } = JSON.parse(readFileSync(file, "utf8"));
        const resources: StateResource[] = checkpoint.latest.resources;
        const crm = resources.find(({ urn }) => urn.endsWith("::crm"));
        if (crm) crm.id = id;
        writeFileSync(file, JSON.stringify({ ...version, checkpoint }));
        engine.tenant.clearRequests();
        for (const run of [stack.refresh, stack.destroy]) {
          const { code, text } = await run();
          expect(code).not.toBe(0);
          expect(text).toContain("remove it from the state with `pulumi state delete <urn>`");
        }
        for (const { path } of engine.tenant.requests)
          expect(path).toMatch(/^\/(oauth\/token|api\/v2\/event-streams(\/est_short)?)$/);
        const { workDir, envVars } = stack.stack.workspace;
        const remove = ["state", "delete", String(crm?.urn), "--stack", "test", "--yes"];
        await mustRun("pulumi", remove, workDir, { ...process.env, ...envVars });
        expect(await idsOf(stack)).toEqual([]);
        expect((await stack.destroy()).code).toBe(0);
      } finally {
        stack.remove();
      }
    },
  );
});
