import { rmSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { ImportFrame } from "../../../../../cli/import/declared/frame";
import type { ImportOptions } from "../../../../../cli/import/options";
import { unknownValue } from "../../../../../provider/schema/unknown";
import { secretSignature, signatureKey } from "../../../../../provider/stateStrings";
import { withImportCommand } from "../../../../support/import/importCommand";
import { addStream, idOf, manyPolicies, streamIdOf } from "../../../../support/tenant/many";
import { policy } from "../../../../support/values/rateLimitPolicy";

// What `import --declared` takes and leaves out; tests/engine/importDeclared.test.ts has the real engine.

const command = withImportCommand();
const { pulumi, addStack, run } = command;

const type = "auth0-native:index:RateLimitPolicy";
const provider = "urn:pulumi:test::test::pulumi:providers:auth0-native::default_0_1_0::id";
const ownProvider = "urn:pulumi:test::test::pulumi:providers:auth0-native::own";

interface Declared {
  name: string;
  inputs: object;
  type?: string;
  parent?: { type: string; component?: boolean };
  /** The inputs of its own Provider. */
  configuredBy?: object;
  protect?: boolean;
  /** The id of the object in the state that it replaces. */
  replaces?: string;
  /** Whether its parent is the resource before it. */
  isChild?: boolean;
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
  const full = resources.map((one, index) => {
    const before = one.isChild ? resources[index - 1] : undefined;
    const parent = before && { type: before.type ?? type };
    const parentEntry = before ? `entry-${index - 1}` : `entry-${index}-parent`;
    return { type, entry: `entry-${index}`, parentEntry, ...(parent && { parent }), ...one };
  });
  const parents = full.map(({ parent, parentEntry: name, isChild }) =>
    parent && !isChild ? [{ ...parent, name }] : [],
  );
  const entries = full.map(({ entry: name, name: logicalName, type, parent, parentEntry }) => ({
    ...{ type, name, logicalName, id: "<PLACEHOLDER>" },
    ...(parent && { parent: parentEntry }),
  }));
  const frame: ImportFrame = { resources: [...parents.flat(), ...entries] };
  const created = full.map(({ name, type, parent, inputs, configuredBy, protect, replaces }) => {
    const urn = `urn:pulumi:test::test::${parent ? `${parent.type}$` : ""}${type}::${name}`;
    const usedProvider = configuredBy ? `${ownProvider}::id` : provider;
    return { urn, type, inputs, protect, provider: usedProvider, replaces };
  });
  const providers = full.flatMap(({ configuredBy: inputs }) =>
    inputs ? [{ urn: ownProvider, type: "pulumi:providers:auth0-native", inputs }] : [],
  );
  const events = [...providers, ...created].map(
    (state: { replaces?: string; urn: string; type: string }) => {
      const { replaces, urn, type } = state;
      const step = replaces
        ? { op: "create-replacement", old: { id: replaces } }
        : { op: "create" };
      return { resourcePreEvent: { metadata: { ...step, urn, type, new: state } } };
    },
  );
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
    `${streamIdOf(1)} has the same name except for the case: CRM.`,
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
    "because the stack organization/web/dev couldn't be read.",
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
  expect(text).toContain("There is nothing to import.");
});

test("a child of an object that can't be imported is left out, and others are imported", async () => {
  manyPolicies(command.tenant, 2);
  addStream(command.tenant, streamIdOf(1), "crm", {
    destination: { type: "queue", configuration: {} },
  });
  declare(stream("crm"), { ...limit(0), isChild: true }, limit(1));
  const { code, text, ids } = await importing();
  expect([code, ids]).toEqual([2, [idOf(1)]]);
  expect(text).toContain("limit-0: the state lacks the resource crm, which it needs");
});

test("an import that fails half-way shows why, and protects what it has imported", async () => {
  manyPolicies(command.tenant, 2);
  declare({ ...limit(0), protect: true }, { ...limit(1), protect: true });
  const urn = `urn:pulumi:test::test::${type}::limit-0`;
  const state = { version: 3, deployment: { resources: [{ urn, type, id: idOf(0) }] } };
  const saved = `cat > test.json <<'END'\n${JSON.stringify(state)}\nEND`;
  pulumi.write("import.sh", `${saved}\ncp "$3" imported.json; echo 'no such object'; exit 1`);
  const { code, text } = await importing();
  expect([code, text]).toEqual([1, expect.stringContaining("no such object")]);
  const protections = pulumi.calls().match(/^state protect .*/gm);
  const options = "--yes --stack test --non-interactive";
  expect(protections).toEqual([`state protect ${urn} ${options}`]);
});

const hidden = { [signatureKey]: secretSignature, ciphertext: "[secret]" };

test.each<[string, (domain: string) => object, number, string]>([
  ["of the stack's tenant", (domain) => ({ domain, clientId: "id", clientSecret: hidden }), 0, ""],
  [
    "of another tenant",
    () => ({ domain: "eu.auth0.com", clientId: "id", clientSecret: hidden }),
    2,
    "the preview hides its Provider's secrets. Set AUTH0_DOMAIN to eu.auth0.com",
  ],
  [
    "of a tenant that is not known yet",
    () => ({ domain: unknownValue, clientId: "id", clientSecret: hidden }),
    2,
    "its Provider's settings aren't known yet",
  ],
])(
  "a Provider %s never sends the preview's mark of its secret",
  async (_, inputs, code, reason) => {
    manyPolicies(command.tenant, 1);
    declare({ ...limit(0), configuredBy: inputs(command.tenant.url) });
    const found = await importing();
    expect([found.code, found.ids]).toEqual([code, code === 0 ? [idOf(0)] : []]);
    expect(found.text).toContain(reason);
  },
);

test("a Provider's secret arguments come from the state, if it has the Provider", async () => {
  manyPolicies(command.tenant, 1);
  const { AUTH0_CLIENT_ID: clientId, AUTH0_CLIENT_SECRET: secret } = command.tenant.environment;
  for (const name of Object.keys(command.tenant.environment)) delete process.env[name];
  const inputs = { domain: command.tenant.url, clientId, maxRetries: 3 };
  const mark = { [signatureKey]: secretSignature, plaintext: JSON.stringify(secret) };
  const own = { urn: ownProvider, type: "pulumi:providers:auth0-native", id: "id" };
  const resources = [{ ...own, inputs: { ...inputs, clientSecret: mark } }];
  pulumi.write("test.json", JSON.stringify({ version: 3, deployment: { resources } }));
  declare({ ...limit(0), configuredBy: { ...inputs, clientSecret: hidden } });
  expect(await importing()).toMatchObject({ code: 0, ids: [idOf(0)] });

  command.tenant.clearRequests();
  for (const moved of [{ domain: "http://127.0.0.1:9" }, { clientId: "another" }]) {
    declare({ ...limit(0), configuredBy: { ...inputs, ...moved, clientSecret: hidden } });
    const { code, stdout } = await run({ declared: true, run: true });
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining("the preview hides its Provider's"),
    ]);
  }
  expect(command.tenant.requests).toEqual([]);
});

test("the new object of a killed replacement is named with the command that lets it be imported", async () => {
  manyPolicies(command.tenant, 3);
  addStack("test", [
    [1, idOf(1)],
    [2, idOf(2)],
  ]);
  declare(
    { ...limit(0), replaces: idOf(1) },
    // These take the keys of their own object, and of another one that the stack manages.
    { ...limit(1, "same"), replaces: idOf(1) },
    { ...limit(2, "moved"), replaces: idOf(1) },
  );
  const { code, text, ids } = await importing();
  expect([code, ids]).toEqual([2, []]);
  expect(text.match(/^Not imported: .*/gm)).toEqual([
    `Not imported: RateLimitPolicy limit-0: ${idOf(0)} is its new object, but the state still contains the old one, ${idOf(1)}. Run \`pulumi state delete urn:pulumi:test::test::${type}::limit-0 --stack test --cwd ${pulumi.folder}\`, and then this command. The tenant keeps ${idOf(1)}, so delete it in the dashboard.`,
  ]);
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
  expect(failed.text).toContain("The preview of the program failed");
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
  ["no resource", [limit(7)], {}, 'The program doesn\'t declare the resource "mine", or the state'],
  ["another kind", [{ ...stream("crm"), name: "mine" }], {}, "has no EventStream with the ID"],
  [
    "two resources",
    [limit(7, "mine"), { ...limit(8, "mine"), parent: component }],
    {},
    "Several resources have the name mine. Pass the URN of one of them",
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
