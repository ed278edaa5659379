import fc from "fast-check";
import type { ImportPlan, PlannedObject, PlannedSecret } from "../../../cli/import/importPlan";
import * as resources from "../../../provider/resources";
import { noImport } from "../../../provider/resources/definition";
import { resourceSchema, type Schema } from "../../../provider/schema/packageSchema";
import { secretPlaceholder } from "../../../provider/schema/placeholder";
import { propertiesFor } from "../../../provider/schema/walk";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { canaries } from "./eventStream";
import { hostile } from "./hostileText";

/** The kinds that an import reads: a tenant lists them. */
const kinds = Object.values(resources).flatMap(({ name, list }) => (list ? [name] : []));

/** Texts that may end a literal or a comment, or look different from their characters. */
const fragments = [
  ..."\"'`\\$%{}/*;, \t\n\r\u0000\u0085\u00a0\u00ad\u200b\u200d\u202e\u2028\u2029\u3000\ufe0f\ufeff",
  ...[
    "漢字",
    "한글",
    "ｆｕｌｌ",
    "é",
    "e\u0301",
    "क्षि",
    "مرحبا",
    "👩‍💻",
    "🇩🇪",
    "❤️",
    "\ud83d",
    "\udc69",
  ],
  ...["\u1112\u1161\u11ab", "\u{e0041}", "\ue000", "\u0378", "\u17d8", "\u{1f3fb}", "\u2800"],
  ...['"); process.exit(1); //', "*/ process.exit(1); /*", "$", "{process.exit(1)}", "</script>"],
  ...["@ts-nocheck", "biome-ignore lint: x", "\u2028process.exit(1)", "word ", "-", "a".repeat(17)],
];

const longText = fc
  .array(fc.constantFrom(...fragments), { maxLength: 60 })
  .map((some) => some.join("").slice(0, 128));

/** Short and long texts with the syntax of programs, and characters of every script. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  hostile,
  longText,
  fc.string({ unit: "grapheme", maxLength: 90 }),
  fc.nat(128).map((length) => "x".repeat(length)),
);

/** Inputs of every branch of a schema, in which each free text is hostile. */
function hostileInputs(schema: Schema): fc.Arbitrary<Json> {
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(hostileInputs));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === "array") {
    return fc.array(hostileInputs(schema.items ?? {}), { minLength: 1, maxLength: 6 });
  }
  if (schema.type === "object") {
    const properties = Object.entries(schema.properties ?? {});
    return fc.record(
      Object.fromEntries(properties.map(([key, property]) => [key, hostileInputs(property)])),
      { requiredKeys: schema.required ?? [], noNullPrototype: true },
    );
  }
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer") return fc.nat(schema.maximum ?? 1000);
  return schema.writeOnly ? fc.constantFrom(canaries.token, secretPlaceholder) : hostileName;
}

/** The write-only properties of inputs, at any depth. */
function secretsOf(schema: Schema, inputs: Json, configKey: string): PlannedSecret[] {
  if (!isObject(inputs)) return [];
  return Object.entries(propertiesFor(schema, inputs)).flatMap(([key, property]) => {
    const value = inputs[key];
    if (value === undefined) return [];
    if (!property.writeOnly) {
      return secretsOf(property, value, configKey).map((secret) => ({
        ...secret,
        path: [key, ...secret.path],
      }));
    }
    const given = value === secretPlaceholder ? {} : { inConfiguration: value as string };
    return [{ path: [key], configKey, ...given }];
  });
}

const configKey = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,75}$/);

/** An object of every kind, destination, method, action and selector. */
export const plannedObject: fc.Arbitrary<PlannedObject> = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      id: hostileName,
      name: hostileName,
      inputs: hostileInputs(resourceSchema(kind).inputs) as fc.Arbitrary<Props>,
      configKey,
      notes: fc.array(hostileName, { maxLength: 2 }),
    }),
  )
  .map(({ configKey, ...object }) => ({
    ...object,
    outputs: {},
    secrets: secretsOf(resourceSchema(object.kind).inputs, object.inputs, configKey),
  }));

const skippedObject = fc.record({
  kind: fc.constantFrom(...kinds),
  id: hostileName,
  label: hostileName,
  reasons: fc.array(hostileName, { maxLength: 2 }),
});

/** A plan with this many objects. */
export const importPlan = (objects: { minLength?: number; maxLength: number }) =>
  fc.record<ImportPlan>({
    tenant: hostileName,
    stack: hostileName,
    project: fc.constant("auth0"),
    objects: fc.array(plannedObject, objects),
    skipped: fc.array(skippedObject, { maxLength: 3 }),
    ignored: fc.constant([]),
    unreadable: fc.subarray([noImport(resources.guardianFcmv1Provider)]),
  });
