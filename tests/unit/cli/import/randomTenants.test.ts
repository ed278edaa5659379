import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { languageOf } from "../../../../cli/import/languages";
import { planImport } from "../../../../cli/import/planImport";
import { importFile } from "../../../../cli/import/render/importFile";
import { typescriptProgram } from "../../../../cli/import/render/typescriptProgram";
import { readTenant } from "../../../../cli/import/tenant";
import { listedKinds } from "../../../../cli/shared/tenantObjects";
import type { Tenant } from "../../../../emulator/src";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { openSession } from "../../../../provider/lifecycle/session";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import type { Json, Props } from "../../../../provider/shared/json";
import { providerKey } from "../../../../provider/stateContract";
import { engine } from "../../../support/engine/engine";
import { evaluateProgram } from "../../../support/import/evaluateProgram";
import { randomRuns } from "../../../support/sample";
import { connect } from "../../../support/tenant/connect";
import { idOf, streamIdOf } from "../../../support/tenant/many";
import { type Listed, store } from "../../../support/tenant/randomTenants";
import { inputsOf } from "../../../support/values/arbitrary";
import { hostile } from "../../../support/values/hostileText";

const objectOf = (kind: Listed) =>
  fc
    .record({
      inputs: inputsOf(resourceSchema(kind).inputs),
      name: fc.option(hostile, { nil: undefined }),
    })
    .map(({ inputs, name }) => ({
      kind,
      // Only a stream has a name.
      inputs: kind === "EventStream" && name !== undefined ? { ...inputs, name } : inputs,
    }));
const tenants = fc.array(fc.oneof(objectOf("EventStream"), objectOf("RateLimitPolicy")), {
  maxLength: 12,
  size: "max",
});
type RandomObjects = typeof tenants extends fc.Arbitrary<infer Objects> ? Objects : never;

const secretNames = ["token", "password", "headerValue"];

/** The id of each object, by its place. */
const idFor = (kind: Listed, index: number) =>
  kind === "EventStream" ? streamIdOf(index) : idOf(index);
const secretOf = (id: string) => `canary-secret-of-${id}`;

function fill(tenant: Tenant, objects: RandomObjects): void {
  tenant.streams.clear();
  tenant.policies.clear();
  for (const [index, { kind, inputs }] of objects.entries()) {
    const id = idFor(kind, index);
    const stored: Props = JSON.parse(JSON.stringify(inputs), (key, value: Json) =>
      secretNames.includes(key) ? secretOf(id) : value,
    );
    store(tenant, { kind, id, inputs: stored, stored, ours: false });
  }
}

/** What the state gets of an entry of the import file: without marks of secrets, and without the code. */
function stateOf(entry: Props): { inputs: Props; outs: Props } {
  const { inputs, outputs } = JSON.parse(JSON.stringify(entry), (key, value) => {
    if (key === providerKey) return undefined;
    return typeof value?.plaintext === "string" ? JSON.parse(value.plaintext) : value;
  });
  return { inputs, outs: outputs };
}

test("the program and the state of an import of a random tenant differ in missing secrets only", async () => {
  const { server, settings } = await connect();
  const language = languageOf("nodejs", false);

  async function planOf(objects: RandomObjects) {
    fill(server, objects);
    const session = openSession(settings, { info: () => {}, warn: () => {} });
    const found = await readTenant(session, listedKinds, () => {});
    const plan = (configuration: object) =>
      planImport(
        {},
        {
          target: {
            project: { name: "test" },
            stack: { folder: ".", name: "test" },
            configuration,
            inStacks: [],
            readByPrograms: [],
          } as never,
          tenant: server.domain,
          language,
          objects: found,
          official: undefined,
        },
      );
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
      const cannotBeNamed = objects.flatMap(({ kind, inputs: { name } }, index) =>
        name === "" || /\p{Surrogate}/u.test(`${name}`) ? idFor(kind, index) : [],
      );
      expect(plan.skipped.map(({ id }) => id).sort()).toEqual(cannotBeNamed.sort());
      expect(plan.objects).toHaveLength(objects.length - cannotBeNamed.length);

      const secrets = new Map(
        plan.objects.flatMap(({ id, secrets }) =>
          secrets.map(({ configKey }) => [configKey, secretOf(id)] as const),
        ),
      );
      const source = typescriptProgram(plan);
      expect(source).not.toContain("canary");
      const declared = evaluateProgram(source, (key) => secrets.get(key));
      const { resources: entries } = JSON.parse(importFile(plan, language));
      for (const [index, { kind, id, name, secrets: ofObject }] of plan.objects.entries()) {
        const definition = listedKinds.find((one) => one.name === kind);
        if (definition === undefined) throw new Error(`${kind} is not listed`);
        const state = { id, ...stateOf(entries[index]) };
        const resource = engine(lifecycle(definition), session);
        const [kindOfProgram, nameOfProgram, args] = declared[index] ?? [];
        expect([kindOfProgram, nameOfProgram]).toEqual([kind, name]);
        const sent = ofObject.some(({ value }) => value === undefined);
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
