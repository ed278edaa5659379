import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { knownValue } from "../../../../cli/import/importPlan";
import { makePlan } from "../../../../cli/import/makePlan";
import { readTenant } from "../../../../cli/import/readSources";
import { importFile } from "../../../../cli/import/render/importFile";
import { typescriptProgram } from "../../../../cli/import/render/typescriptProgram";
import type { Tenant } from "../../../../emulator/src";
import { openSession } from "../../../../provider/lifecycle/session";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { secretTexts } from "../../../../provider/schema/secrets";
import type { Props } from "../../../../provider/shared/json";
import { providerKey } from "../../../../provider/stateContract";
import { engine } from "../../../support/engine/engine";
import { mapSecrets } from "../../../support/engine/secretValues";
import { evaluateProgram } from "../../../support/import/evaluateProgram";
import { removeTemporaryFolders, root, temporaryFolder } from "../../../support/project";
import { randomRuns, sampled } from "../../../support/sample";
import { connect } from "../../../support/tenant/connect";
import { emptyTenant, store } from "../../../support/tenant/objects";
import { inputsOf } from "../../../support/values/arbitrary";
import { hostile } from "../../../support/values/hostileText";
import { kindNamed, type ListedKind, listedKinds } from "../../../support/values/kinds";
import { leaksIn } from "../../../support/values/leaks";
import { compile, compilerPackages, optionsOf, quickstart } from "../../../types/compile";

/** Makes every freely chosen text hostile. */
function objectOf({ name: kind, definition, resource }: ListedKind) {
  const { nameProperty } = definition;
  const isFree = !("pattern" in (resource.inputs.properties[nameProperty] ?? {}));
  return fc
    .record({ inputs: inputsOf(resource.inputs), name: fc.option(hostile, { nil: undefined }) })
    .map(({ inputs, name }) => ({
      kind,
      inputs: name !== undefined && isFree ? { ...inputs, [nameProperty]: name } : inputs,
    }));
}
const tenants = fc.array(fc.oneof(...listedKinds.map(objectOf)), { maxLength: 12, size: "max" });
type RandomObjects = typeof tenants extends fc.Arbitrary<infer Objects> ? Objects : never;

const definitions = listedKinds.map(({ definition }) => definition);
const secretOf = (id: string) => `canary-secret-of-${id}`;

function fill(tenant: Tenant, objects: RandomObjects): void {
  emptyTenant(tenant);
  for (const [index, { kind, inputs }] of objects.entries()) {
    const id = kindNamed(kind).id(index);
    store(
      tenant,
      kindNamed(kind),
      id,
      mapSecrets(kind, inputs, () => secretOf(id)),
    );
  }
}

/** The state's resource for an entry of the import file, without the code, and the texts that it marks as secrets. */
function stateOf(entry: Props) {
  const marked: string[] = [];
  const { inputs, outputs } = JSON.parse(JSON.stringify(entry), (key, value) => {
    if (key === providerKey) return undefined;
    // The engine reads this mark (sdk/go/common/resource/sig of pulumi/pulumi).
    if (value?.["4dabf18193072939515e22adb298388d"] !== "1b47061264138c4ac30d75fd1eb44270")
      return value;
    marked.push(JSON.parse(value.plaintext));
    return marked.at(-1);
  });
  return { inputs, outs: outputs, marked };
}

const hidden =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;

/** Compiles programs with every supported TypeScript. */
function expectCompiled(sources: string[]): void {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const paths = sources.map((source, index) => {
    const path = join(folder, `${index}.ts`);
    writeFileSync(path, source);
    return path;
  });
  for (const name of sampled(compilerPackages, "compilers")) {
    const compiler: typeof import("typescript") = require(name);
    const options = optionsOf(compiler, { ...quickstart, noUnusedLocals: true });
    expect(compile(compiler, paths, options).errors).toEqual({});
  }
}

afterAll(removeTemporaryFolders);

test("the program and the state of an import of a random tenant differ in missing secrets only", async () => {
  const { server, settings } = await connect();
  const sources: string[] = [];

  async function planOf(objects: RandomObjects) {
    fill(server, objects);
    const session = openSession(settings, { info: () => {}, warn: () => {} });
    const found = await readTenant(session, definitions);
    const target = {
      project: { name: "test" },
      stack: { folder: ".", name: "test" },
      inStacks: [],
      readByPrograms: [],
      inOtherProjects: [],
      unreadStacks: [],
    };
    const common = { tenant: server.domain, objects: found, official: undefined };
    const plan = (configuration: object) =>
      makePlan({}, { ...common, target: { ...target, configuration } as never });
    // The configuration has every second secret.
    const keyed = plan({}).objects.flatMap(({ id, secrets }) =>
      secrets.map(({ configKey }) => [`test:${configKey}`, { value: secretOf(id), secret: true }]),
    );
    const known = keyed.filter((_, index) => index % 2 === 0);
    return { session, plan: plan(Object.fromEntries(known)) };
  }

  await fc.assert(
    fc.asyncProperty(tenants, async (objects) => {
      const { session, plan } = await planOf(objects);
      const invalid = objects.flatMap(({ kind, inputs }, index) => {
        const { resource, id } = kindNamed(kind);
        const { failures } = resource.check({}, inputs);
        const isBroken = /\\ud[89a-f]/.test(JSON.stringify(inputs));
        return failures.length > 0 || isBroken ? [id(index)] : [];
      });
      expect(plan.skipped.map(({ id }) => id).sort()).toEqual(invalid.sort());
      expect(plan.objects).toHaveLength(objects.length - invalid.length);

      const secrets = new Map(
        plan.objects.flatMap(({ id, secrets }) =>
          secrets.map(({ configKey }) => [configKey, secretOf(id)] as const),
        ),
      );
      const source = typescriptProgram(plan);
      sources.push(source);
      expect(leaksIn(source, [secretPlaceholder])).toEqual([]);
      expect(source.replaceAll("\n", "")).not.toMatch(hidden);
      const declared = evaluateProgram(source, (key) => secrets.get(key));
      const { resources: entries } = JSON.parse(importFile(plan.objects, false));
      for (const [index, { kind, id, name, secrets: ofObject }] of plan.objects.entries()) {
        const { marked, ...bags } = stateOf(entries[index]);
        const state = { id, ...bags };
        const inState = secretTexts(kindNamed(kind).resource.inputs, state.inputs);
        expect(marked).toEqual([...inState, ...inState]);
        const resource = engine(kindNamed(kind).resource, session);
        const [kindOfProgram, nameOfProgram, args, options] = declared[index] ?? [];
        expect([kindOfProgram, nameOfProgram, options]).toEqual([kind, name, { protect: true }]);
        const sent = ofObject.some((secret) => knownValue(secret) === undefined);
        expect(resource.plan(state, args ?? {})).toMatchObject(
          sent ? { replaces: [] } : { changes: false },
        );
        expect(await resource.drift(state)).toEqual([]);
      }
    }),
    { numRuns: randomRuns(200) },
  );
  expectCompiled(sources);
  expect(server.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
});
