import { expect, test } from "@jest/globals";
import type { Schema as ContractSchema } from "../../../emulator/src/contract/contract";
import * as definitions from "../../../provider/resources";
import type { ResourceDefinition } from "../../../provider/resources/definition";
import {
  type ObjectSchema,
  objectSchema,
  type Schema,
} from "../../../provider/schema/packageSchema";
import { inexpressible } from "../../../tools/generate/inexpressible";

const string = { type: "string" } as const;
const tagged = (tag: string): Schema => ({ properties: { type: { const: tag } } });
const { rateLimitPolicy: policy } = definitions;

interface Case {
  definition?: Partial<ResourceDefinition>;
  inputs?: Record<string, Schema>;
  /** The schema of requests and responses in the contract. */
  body?: Record<string, ContractSchema>;
  /** The parameters of the list in the contract. */
  parameters?: string[];
}

test.each<[what: string, reasons: string[], Case]>([
  ["nothing else", [], {}],
  [
    "an id under another name in a path",
    ["GET /rate-limit-policies/{policy_id}: the id has another name than id"],
    { definition: { read: { route: "GET /rate-limit-policies/{policy_id}", scopes: [] } } },
  ],
  [
    "an id under another name in a response",
    ["POST /rate-limit-policies: the object that it returns has no id"],
    { body: { policy_id: string } },
  ],
  [
    "a union without a discriminator",
    ["sinks.to: a union without a discriminator"],
    { inputs: { sinks: { items: { properties: { to: { oneOf: [tagged("a"), tagged("b")] } } } } } },
  ],
  [
    "a discriminator beside its union",
    ["sink: a union whose discriminator type is not in it"],
    {
      inputs: {
        type: string,
        sink: { oneOf: [{ properties: {} }], discriminator: { propertyName: "type" } },
      },
    },
  ],
  [
    "a rule that no message can say",
    ["callback: a pattern or a format without errorMessage, the rule in words"],
    { inputs: { callback: { ...string, format: "url" } } },
  ],
  [
    "names in camelCase on the wire",
    ["isPriority: on the wire it would be is_priority"],
    { body: { id: string, filters: { items: { properties: { isPriority: string } } } } },
  ],
  [
    "a list without pages",
    [
      "GET /rate-limit-policies: a list without the parameter from of its pages",
      "GET /rate-limit-policies: a list without the parameter take of its pages",
    ],
    { parameters: [] },
  ],
])(
  "%s is refused with a sentence",
  (_what, reasons, { definition, inputs = {}, body, parameters = ["from", "take"] }) => {
    const properties = body ?? { id: string, consumer_selector: string };
    const published = {
      operations: [
        {
          method: "GET",
          path: "/rate-limit-policies",
          scopes: [],
          parameters: parameters.map((name) => ({ name, in: "query", schema: {} })),
          responses: {},
        },
        {
          ...{ method: "POST", path: "/rate-limit-policies", scopes: [], parameters: [] },
          requestBody: { $ref: "#/schemas/Policy" },
          responses: { 400: {}, 201: { oneOf: [{ $ref: "#/schemas/Policy" }] } },
        },
      ],
      schemas: { Policy: { properties } },
    };
    const schema = {
      inputs: { properties: inputs } as ObjectSchema,
      outputs: objectSchema("None", {}),
    };
    const changed = { ...policy, ...definition } as ResourceDefinition;
    expect(inexpressible(changed, schema, published)).toEqual(reasons);
  },
);
