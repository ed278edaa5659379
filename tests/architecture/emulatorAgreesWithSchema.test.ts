import { describe, expect, test } from "@jest/globals";
import { awsRegions } from "../../emulator/src/schemas/awsRegions";
import { eventTypes } from "../../emulator/src/schemas/eventTypes";
import { createPolicy, createStream, writeFcmv1 } from "../../emulator/src/schemas/requestBodies";
import { wireName } from "../../provider/schema/codec";
import { resourceSchema, type Schema } from "../../provider/schema/packageSchema";
import packageSchema from "../../schema.json";

type Limits = Record<string, unknown>;

/** The keywords that limit a value. Patterns are left out, because each side writes its own. */
const keywords = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "uniqueItems",
] as const;

/** The schema of a request body as either side has it, in the property names of the API. */
interface Body extends Limits {
  properties?: Record<string, Body>;
  required?: readonly string[];
  items?: Body;
  oneOf?: readonly Body[];
  discriminator?: { propertyName: string };
  const?: string;
  enum?: readonly string[];
}

/** The limits of every value in a body, by its path; a branch of a union is named by its tag. */
function limitsOf(node: Body, path = ""): Record<string, Limits> {
  const properties = Object.entries(node.properties ?? {}).map(([key, child]) =>
    limitsOf(child, `${path}.${key}`),
  );
  const items = node.items ? limitsOf(node.items, `${path}[]`) : {};
  // A union requires only its tag, which each branch requires as well.
  const own = node.oneOf ? {} : { [path]: limitsOfValue(node) };
  return Object.assign(own, items, ...properties, ...limitsOfBranches(node, path));
}

/** The limits of one value, without those of the values in it. */
function limitsOfValue(node: Body): Limits {
  const limits = keywords.flatMap((keyword) =>
    keyword in node ? [[keyword, node[keyword]] as const] : [],
  );
  const values = node.const === undefined ? node.enum : [node.const];
  return {
    ...Object.fromEntries(limits),
    ...(values && { values: [...values].sort() }),
    ...(node.properties && { keys: Object.keys(node.properties).sort() }),
    ...(node.required && { required: [...node.required].sort() }),
  };
}

function limitsOfBranches(node: Body, path: string): Record<string, Limits>[] {
  const tag = node.discriminator?.propertyName ?? "";
  return (node.oneOf ?? []).flatMap((branch) => {
    const { const: only, enum: tags = [only] } = branch.properties?.[tag] ?? {};
    return tags.map((value) => {
      const properties = { ...branch.properties, [tag]: { const: String(value) } };
      return limitsOf({ ...branch, properties }, `${path}[${value}]`);
    });
  });
}

/** A resource's inputs in the property names of the API. */
function wireBody(schema: Schema): Body {
  const { properties, items, oneOf, discriminator, required, ...limits } = schema;
  const renamed = Object.entries(properties ?? {}).map(([key, child]) => [
    wireName(key),
    wireBody(child),
  ]);
  return {
    ...limits,
    ...(properties && { properties: Object.fromEntries(renamed) }),
    ...(required && { required: required.map(wireName) }),
    ...(items && { items: wireBody(items) }),
    ...(oneOf && { oneOf: oneOf.map(wireBody) }),
    ...(discriminator && { discriminator }),
  };
}

/** The emulator's schema of the body that creates an object, by resource. */
const createBodies: [string, unknown][] = [
  ["EventStream", createStream],
  ["RateLimitPolicy", createPolicy],
  // The service accepts a body without the credentials; a program has to set them.
  ["GuardianFcmv1Provider", { ...writeFcmv1, required: ["server_credentials"] }],
];

describe("the emulator, whose schemas are written independently, agrees with schema.json", () => {
  test("on which resources there are", () => {
    const names = Object.keys(packageSchema.resources).map((token) => token.split(":").at(-1));
    expect(createBodies.map(([name]) => name).sort()).toEqual(names.sort());
  });

  test.each(createBodies)("on the properties, values and limits of %s", (name, body) => {
    const limits = limitsOf(wireBody(resourceSchema(name).inputs));
    expect(Object.keys(limits).length).toBeGreaterThan(1);
    expect(limitsOf(body as Body)).toEqual(limits);
  });

  test("on the event types and the regions, and lists each of them once", () => {
    const { "auth0-native:index:EventKind": kind, "auth0-native:index:AwsRegion": region } =
      packageSchema.types;
    const valuesOf = (type: { enum: { value: string }[] }) => type.enum.map(({ value }) => value);
    expect([...eventTypes].sort()).toEqual(valuesOf(kind).sort());
    expect([...awsRegions].sort()).toEqual(valuesOf(region).sort());
    expect(new Set(eventTypes).size).toBe(eventTypes.length);
    expect(new Set(awsRegions).size).toBe(awsRegions.length);
  });
});
