import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { CustomResource, runtime } from "@pulumi/pulumi";
import { lookupsOf } from "../../provider/lookups/lookups";
import { packageVersion } from "../../provider/schema/packageSchema";
import type { Props } from "../../provider/shared/json";
import { pluginTypeToken } from "../../provider/stateContract";
import * as sdk from "../../sdk";
import { driftReportOf } from "../support/drift/command";
import { addPlugin, writePluginFolder } from "../support/engine/pluginFolder";
import type { Run, TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { exitAndOutput, mustRun, root } from "../support/project";
import { collectionOf, store, wire } from "../support/tenant/objects";
import { declare } from "../support/values/everything";
import { changeOf, type Kind, type ListedKind, listedKinds } from "../support/values/kinds";

// Tests the lifecycle of every resource with both adapters and the real engine. jest.config.cjs leaves this
// file out, because other engine tests cover our resources. addedResource.test.ts runs it for others.

type Adapter = "dynamic" | "plugin";
type Role = "updated" | "replaced" | "gone" | "imported";
const adapters: Adapter[] = ["dynamic", "plugin"];
const roles: Role[] = ["updated", "replaced", "gone", "imported"];

interface Declared {
  kind: ListedKind;
  adapter: Adapter;
  role: Role;
  /** The resource's name in the program. */
  name: string;
  inputs: Props;
}

/** The resources that the variable names, or all of them if you run this file by hand. */
const { RESOURCES } = process.env;
const tested = listedKinds.filter(({ name }) => RESOURCES?.split(",").includes(name) ?? true);

const declared: Declared[] = tested.flatMap((kind) =>
  adapters.flatMap((adapter) =>
    roles.map((role) => {
      const name = `${adapter}-${kind.name}-${role}`;
      const program = role === "imported" ? withoutSecret(kind) : kind.first;
      return { kind, adapter, role, name, inputs: { ...program, ...kind.unique(name) } };
    }),
  ),
);
const having = (...wanted: Role[]) => declared.filter(({ role }) => wanted.includes(role));
const imported = having("imported");

/** Auth0 returns no secrets, so an import has none. */
function withoutSecret({ valid, first }: Kind): Props {
  const hasNone = (inputs: Props) => !JSON.stringify(inputs).includes("canary-");
  return Object.values(valid).find(hasNone) ?? first;
}

/** The inputs in the second version of the program. */
function changed({ kind, role, name, inputs }: Declared): Props {
  if (role === "updated") return { ...inputs, ...changeOf(kind), ...kind.unique(name) };
  if (role === "replaced") return { ...inputs, ...kind.replaced, ...kind.unique(`${name}-2`) };
  return inputs;
}

class ServedByPlugin extends CustomResource {}

function declareBy(adapter: Adapter, kind: Kind, name: string, args: object, options = {}): void {
  if (adapter === "dynamic") declare(kind, name, args);
  else new ServedByPlugin(pluginTypeToken(kind.name), name, args, options);
}

/** The program, before and after it is changed. */
const program = (version: 1 | 2) => async () => {
  for (const one of having("updated", "replaced", "gone")) {
    declareBy(one.adapter, one.kind, one.name, version === 1 ? one.inputs : changed(one));
  }
  if (version === 1) return {};
  for (const one of imported) {
    declareBy(one.adapter, one.kind, one.name, one.inputs, { import: idOf(one) });
  }
  return Object.fromEntries(await Promise.all(having("updated").map(lookUp)));
};

/** An output with the id of an object from a lookup, and whether the lookup of all objects returns it too. */
async function lookUp(one: Declared): Promise<[string, unknown]> {
  const functions = sdk as unknown as Record<string, (args: object) => Promise<Props>>;
  const call = async (name: string, args: object): Promise<Props> =>
    one.adapter === "dynamic"
      ? ((await functions[name]?.(args)) ?? {})
      : runtime.invoke(pluginTypeToken(name), args);
  const [single, all] = lookupsOf(one.kind.definition);
  const { id } = await call(single?.name ?? "", { id: idOf(one) });
  const { [all?.collection ?? ""]: objects } = await call(all?.name ?? "", {});
  return [one.name, { id, isListed: (objects as Props[]).some((object) => object.id === id) }];
}

const engine = withTenant();
let stack: TestStack;

/** Objects by the names of their resources. */
const ids = new Map<string, string>();
const idOf = ({ name }: Declared) => ids.get(name) ?? "";
async function readIds(): Promise<void> {
  for (const { id, urn } of (await stack.state()).resources) {
    if (id) ids.set(urn.slice(urn.lastIndexOf("::") + 2), id);
  }
}

const objectsOf = (kind: Kind) => collectionOf(engine.tenant, kind);
const sorted = (texts: unknown[]) => texts.map(String).sort();

/** Runs a command that must succeed. Also returns the routes of the requests that change the tenant. */
async function succeed(command: () => Promise<Run>) {
  engine.tenant.clearRequests();
  const run = await command();
  expect(exitAndOutput(run)).toMatch(/^exit code 0\n/);
  const requests = engine.tenant.requests.filter(({ kind }) => kind === "api");
  const writes = requests.filter(({ method }) => method !== "GET").map(({ route }) => route);
  return { ...run, writes: sorted(writes) };
}

function expectStored(resources: Declared[], inputsOf = changed): void {
  for (const one of resources) {
    const expected = expect.objectContaining(wire(inputsOf(one)));
    expect([...objectsOf(one.kind).values()]).toContainEqual(expected);
  }
}

// `-t` with a resource's name selects its tests, here and in the other tests of every resource.
describe(tested.map(({ name }) => name).join(", "), () => {
  beforeAll(async () => {
    // The functions of the SDK run in this process, with the program.
    Object.assign(process.env, engine.tenant.environment);
    stack = await engine.newStack();
    addPlugin({ folder: stack.home });
    // `pulumi do` finds the plugin here.
    const plugins = join(stack.home, "home", "plugins");
    writePluginFolder(join(plugins, `resource-auth0-native-v${packageVersion}`));
  });

  test("a preview names the mistakes and sends nothing", async () => {
    const dynamic = await stack.preview(async () => {
      for (const kind of tested)
        for (const [what, args] of kind.wrong) declare(kind, what, args as object);
    });
    for (const { name, wrong } of tested)
      for (const [what, , ...messages] of wrong)
        for (const message of messages)
          expect(dynamic.text).toContain(`error: ${name} "${what}": ${message}\n`);
    // With the plugin, the engine reports only one wrong resource.
    for (const kind of tested) {
      const [[what, args, message] = ["", {}]] = kind.wrong;
      const plugin = await stack.preview(async () =>
        declareBy("plugin", kind, what, args as object),
      );
      expect(plugin.text).toContain(`resource '${what}' has a problem: ${message}\n`);
    }
    expect(engine.tenant.requests).toEqual([]);
  });

  test("each object is created by one request, and a refresh finds no drift", async () => {
    const created = having("updated", "replaced", "gone");
    const { writes } = await succeed(() => stack.up(program(1)));
    expect(writes).toEqual(sorted(created.map(({ kind }) => kind.routes.create)));
    expectStored(created, ({ inputs }) => inputs);
    await readIds();
    const refreshed = await succeed(() => stack.refresh({ expectNoChanges: true }));
    expect(refreshed).toMatchObject({ steps: [], writes: [] });
  });

  test("the import command writes a file that imports objects for the dynamic provider", async () => {
    for (const [index, one] of imported.entries()) {
      ids.set(one.name, one.kind.id(index));
      store(engine.tenant, one.kind, idOf(one), one.inputs);
    }
    const ofDynamic = imported.filter(({ adapter }) => adapter === "dynamic");
    const command = [join(root, "cli.js"), "import", "--language", "typescript"];
    const args = [...command, "--id", ...ofDynamic.map(idOf)];
    await mustRun(process.execPath, args, stack.home, stack.env);
    const file = ["--file=imported/import.json", "--generate-code=false", "--protect=false"];
    const ended = await stack.pulumi("import", ...file, "--yes", "--skip-preview");
    expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
    // The command derives a name from the object's.
    for (const { id, urn } of (await stack.state()).resources) {
      const one = ofDynamic.find((each) => idOf(each) === id);
      if (one) one.name = urn.slice(urn.lastIndexOf("::") + 2);
    }
    await readIds();
  });

  test("updates and replacements send only changes, and imports and lookups only read", async () => {
    const { writes, outputs } = await succeed(() => stack.up(program(2)));
    const updates = having("updated").map(({ kind }) => kind.routes.update);
    const replacements = having("replaced").flatMap(({ kind }) =>
      kind.replaced ? [kind.routes.create, kind.routes.delete] : kind.routes.update,
    );
    expect(writes).toEqual(sorted([...updates, ...replacements]));
    expectStored(declared);
    for (const one of having("updated")) {
      expect(outputs[one.name]?.value).toEqual({ id: idOf(one), isListed: true });
    }
    const preview = await succeed(() => stack.preview(program(2), { expectNoChanges: true }));
    expect(preview).toMatchObject({ steps: [], writes: [] });
  });

  test("a drift check names changed, deleted, and created objects", async () => {
    for (const one of having("gone")) objectsOf(one.kind).delete(idOf(one));
    for (const one of having("updated")) store(engine.tenant, one.kind, idOf(one), one.inputs);
    for (const kind of tested) {
      store(engine.tenant, kind, kind.id("other"), { ...kind.first, ...kind.unique("other") });
    }
    const project = { folder: stack.home, env: stack.env };
    const { report } = await driftReportOf(project, "--unmanaged");
    const [found] = report.stacks;
    const results = found?.resources.map(({ name, result }) => `${name}: ${result}`) ?? [];
    expect(sorted(results)).toEqual(
      sorted([
        ...having("gone").map(({ name }) => `${name}: gone`),
        ...having("updated").map(({ name }) => `${name}: changed`),
      ]),
    );
    const unmanaged = found?.unmanaged?.map(({ id }) => id) ?? [];
    expect(sorted(unmanaged)).toEqual(sorted(tested.map(({ id }) => id("other"))));
  });

  test("an up with a refresh repairs the drift", async () => {
    const { writes } = await succeed(() => stack.up(program(2), { refresh: true }));
    const creates = having("gone").map(({ kind }) => kind.routes.create);
    const updates = having("updated").map(({ kind }) => kind.routes.update);
    expect(writes).toEqual(sorted([...creates, ...updates]));
    expectStored(declared);
  });

  test("pulumi do lists all objects", async () => {
    for (const kind of tested) {
      const { text } = await stack.pulumi("do", pluginTypeToken(kind.name), "list");
      const listed = JSON.parse(text).map(({ id }: Props) => id);
      expect(sorted(listed)).toEqual(sorted([...objectsOf(kind).keys()]));
    }
  });

  test("destroy deletes only the stack's objects, with one request each", async () => {
    const { writes } = await succeed(() => stack.destroy());
    expect(writes).toEqual(sorted(declared.map(({ kind }) => kind.routes.delete)));
    for (const kind of tested) expect([...objectsOf(kind).keys()]).toEqual([kind.id("other")]);
  });
});
