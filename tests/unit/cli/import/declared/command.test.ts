import { rmSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { ImportFrame } from "../../../../../cli/import/declared/frame";
import type { ImportOptions } from "../../../../../cli/import/options";
import { unknownValue } from "../../../../../provider/schema/unknown";
import { withImportCommand } from "../../../../support/import/importCommand";
import { addStream, idOf, manyPolicies, streamIdOf } from "../../../../support/tenant/many";
import { policy } from "../../../../support/values/rateLimitPolicy";

// What `import --declared` takes and leaves out; tests/engine/importDeclared.test.ts has the real engine.

const command = withImportCommand();
const { pulumi, addStack, run } = command;

const type = "auth0-native:index:RateLimitPolicy";
const provider = "urn:pulumi:test::test::pulumi:providers:auth0-native::default_0_1_0::id";

interface Declared {
  name: string;
  inputs: object;
  type?: string;
  parent?: { type: string; component?: boolean };
}

/** A policy for the consumers of the tenant's policy with this number. */
const limit = (number: number, name = `limit-${number}`): Declared => ({
  name,
  inputs: policy({ consumerSelector: `client_id:c${number}` }),
});
const stream = (name: unknown): Declared => ({
  name: "crm",
  type: "auth0-native:index:EventStream",
  inputs: { name },
});

/** Writes what a preview of a program with these resources gives. */
function declare(...resources: Declared[]): void {
  const full = resources.map((one, index) => ({ type, entry: `entry-${index}`, ...one }));
  const parents = full.map(({ parent, entry }) =>
    parent ? [{ ...parent, name: `${entry}-parent` }] : [],
  );
  const entries = full.map(({ entry: name, name: logicalName, type, parent }) => ({
    ...{ type, name, logicalName, id: "<PLACEHOLDER>" },
    ...(parent && { parent: `${name}-parent` }),
  }));
  const frame: ImportFrame = { resources: [...parents.flat(), ...entries] };
  const events = full.map(({ name, type, parent, inputs }) => {
    const urn = `urn:pulumi:test::test::${parent ? `${parent.type}$` : ""}${type}::${name}`;
    const state = { urn, type, inputs, provider };
    return { resourcePreEvent: { metadata: { op: "create", urn, type, new: state } } };
  });
  pulumi.write("frame.json", JSON.stringify(frame));
  pulumi.write("events.json", events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  pulumi.write("import.sh", 'cp "$3" imported.json');
}

/** The output of the command, and the ids that it has imported. */
async function importing(options: Partial<ImportOptions> = {}) {
  rmSync(pulumi.path("imported.json"), { force: true });
  const { code, stdout, stderr } = await run({ declared: true, run: true, ...options });
  const isImported = command.imports().length > 0;
  const { resources = [] }: ImportFrame = isImported
    ? JSON.parse(pulumi.read("imported.json"))
    : {};
  return { code, text: stdout + stderr, ids: resources.flatMap(({ id }) => id ?? []), resources };
}

test.each<[string, Declared[], () => void, string]>([
  [
    "an object that this stack manages",
    [limit(0)],
    () => addStack("test", [[0, idOf(0)]]),
    "If you renamed",
  ],
  [
    "an object that two resources declare",
    [limit(0), limit(0, "two")],
    () => {},
    "::two declares it, too",
  ],
  [
    "one of two objects with the same key",
    [stream("crm")],
    () => {
      for (const number of [1, 2]) addStream(command.tenant, streamIdOf(number), "crm");
    },
    `${streamIdOf(1)}, ${streamIdOf(2)} have the same name`,
  ],
  [
    "an object whose name differs in case",
    [stream("crm")],
    () => addStream(command.tenant, streamIdOf(1), "CRM"),
    `${streamIdOf(1)} has the same name in another case: CRM.`,
  ],
  [
    "an object whose parent the state lacks",
    [{ ...limit(0), parent: { type: "aws:s3/bucket:Bucket" } }],
    () => {},
    "the state lacks the resource entry-0-parent, which it needs",
  ],
])("%s is left out with the reason, even with --force, and the exit code is 2", async (...row) => {
  const [, resources, prepare, reason] = row;
  manyPolicies(command.tenant, 1);
  declare(...resources);
  prepare();
  const { code, text, ids } = await importing({ force: true });
  expect([code, ids]).toEqual([2, []]);
  expect(text).toContain("Not imported: ");
  expect(text).toContain(reason);
});

test.each<[string, () => void, string]>([
  [
    "another project's stack manages",
    () => addStack("organization/web/prod", [[0, idOf(0)]]),
    `the stack organization/web/prod manages ${idOf(0)} as "policy-0"`,
  ],
  [
    "another stack of the project manages",
    () => addStack("two", [[0, idOf(0)]]),
    `the stack two manages ${idOf(0)} as "policy-0"`,
  ],
  [
    "an unreadable stack may manage",
    () => {
      addStack("organization/web/dev", []);
      rmSync(pulumi.path("organization/web/dev.json"));
    },
    "it may belong to a stack that couldn't be read: the stack organization/web/dev.",
  ],
])("an object that %s is imported with --force only", async (_, prepare, reason) => {
  manyPolicies(command.tenant, 1);
  declare(limit(0));
  prepare();
  const refused = await importing();
  expect([refused.code, refused.ids]).toEqual([2, []]);
  expect(refused.text).toContain(reason);
  expect(await importing({ force: true })).toMatchObject({ code: 0, ids: [idOf(0)] });
});

test("resources that are new, or whose key is unknown, leave nothing to import", async () => {
  manyPolicies(command.tenant, 1);
  const { name: _, ...unnamed } = stream("crm");
  declare(limit(5), stream(unknownValue), { ...unnamed, name: "audit", inputs: {} });
  const { code, text, ids } = await importing();
  expect([code, ids]).toEqual([0, []]);
  expect(text).toContain("Not imported: EventStream crm: the preview doesn't show its name.");
  expect(text).toContain("Not imported: EventStream audit: the program sets no name.");
  expect(text).toContain("The program declares no object to import.");
});

test("without --run, the pairs are listed, and a failed preview imports nothing", async () => {
  manyPolicies(command.tenant, 1);
  declare(limit(0), limit(1));
  const { code, text, ids } = await importing({ run: false });
  expect([code, ids]).toEqual([0, []]);
  expect(text).toMatch(new RegExp(`^RateLimitPolicy  ${idOf(0)}  limit-0  urn:pulumi:test::`, "m"));
  rmSync(pulumi.path("frame.json"));
  const failed = await importing();
  expect(failed).toMatchObject({ code: 1, ids: [] });
  expect(failed.text).toContain("the preview of the program failed");
});

const component = { type: "acme:index:Team", component: true };

test.each<[string, Declared[], Partial<ImportOptions>, string | { name: string }[]]>([
  ["the only resource of its name", [limit(7, "mine")], {}, [{ name: "entry-0" }]],
  [
    "a resource in a component, with the component",
    [{ ...limit(7, "mine"), parent: component }],
    {},
    [{ name: "entry-0-parent" }, { name: "entry-0" }],
  ],
  ["no resource", [limit(7)], {}, 'the program declares no resource "mine" that the state lacks'],
  ["another kind", [{ ...stream("crm"), name: "mine" }], {}, "has no EventStream with the ID"],
  [
    "two resources",
    [limit(7, "mine"), { ...limit(8, "mine"), parent: component }],
    {},
    "several resources have the name mine. Pass the URN of one of them",
  ],
  [
    "one of two resources by its URN",
    [limit(7, "mine"), { ...limit(8, "mine"), parent: component }],
    { as: `urn:pulumi:test::test::${type}::mine` },
    [{ name: "entry-0" }],
  ],
])(
  "--id with --as imports an object for the program's resource, or fails: %s",
  async (_, resources, options, expected) => {
    manyPolicies(command.tenant, 1);
    declare(...resources);
    const given = { declared: false, id: [idOf(0)], as: "mine", ...options };
    const { code, text, resources: imported } = await importing(given);
    if (typeof expected === "string") {
      expect([code, text]).toEqual([1, expect.stringContaining(expected)]);
      return;
    }
    expect(code).toBe(0);
    expect(imported).toMatchObject(expected);
    expect(imported.at(-1)).toMatchObject({ id: idOf(0) });
  },
);

test("1,600 resources and objects need one list of the tenant, and one import", async () => {
  manyPolicies(command.tenant, 1600);
  declare(limit(0));
  await importing();
  const pages = command.tenant.apiRequests();
  command.tenant.clearRequests();
  declare(...Array.from({ length: 1600 }, (_, number) => limit(number)));
  expect((await importing()).ids).toHaveLength(1600);
  expect(command.tenant.apiRequests()).toEqual(pages);
  expect(command.imports()).toHaveLength(2);
});
