import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { knownValue } from "../../../../cli/import/importPlan";
import { makePlan } from "../../../../cli/import/makePlan";
import { readTenant } from "../../../../cli/import/readSources";
import { importFile } from "../../../../cli/import/render/importFile";
import { typescriptProgram } from "../../../../cli/import/render/typescriptProgram";
import type { Tenant } from "../../../../emulator/src";
import { openSession } from "../../../../provider/lifecycle/session";
import type { Props } from "../../../../provider/shared/json";
import { providerKey } from "../../../../provider/stateStrings";
import { engine } from "../../../support/engine/engine";
import { mapSecrets } from "../../../support/engine/secretValues";
import { evaluateProgram } from "../../../support/import/evaluateProgram";
import { randomRuns } from "../../../support/sample";
import { connect } from "../../../support/tenant/connect";
import { emptyTenant, store } from "../../../support/tenant/objects";
import { inputsOf } from "../../../support/values/arbitrary";
import { hostile } from "../../../support/values/hostileText";
import { kindNamed, type ListedKind, listedKinds } from "../../../support/values/kinds";

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

/** The state's resource for an entry of the import file, without secret marks and without the code. */
function stateOf(entry: Props): { inputs: Props; outs: Props } {
  const { inputs, outputs } = JSON.parse(JSON.stringify(entry), (key, value) => {
    if (key === providerKey) return undefined;
    return typeof value?.plaintext === "string" ? JSON.parse(value.plaintext) : value;
  });
  return { inputs, outs: outputs };
}

test("the program and the state of an import of a random tenant differ in missing secrets only", async () => {
  const { server, settings } = await connect();

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
      expect(source).not.toContain("canary");
      const declared = evaluateProgram(source, (key) => secrets.get(key));
      const { resources: entries } = JSON.parse(importFile(plan.objects, false));
      for (const [index, { kind, id, name, secrets: ofObject }] of plan.objects.entries()) {
        const state = { id, ...stateOf(entries[index]) };
        const resource = engine(kindNamed(kind).resource, session);
        const [kindOfProgram, nameOfProgram, args] = declared[index] ?? [];
        expect([kindOfProgram, nameOfProgram]).toEqual([kind, name]);
        const sent = ofObject.some((secret) => knownValue(secret) === undefined);
        expect(resource.plan(state, args ?? {})).toMatchObject(
          sent ? { replaces: [] } : { changes: false },
        );
        expect(await resource.drift(state)).toEqual([]);
      }
    }),
    { numRuns: randomRuns(200) },
  );
  expect(server.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
});
