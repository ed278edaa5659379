import { expect, test } from "@jest/globals";
import type { Schema as ContractSchema } from "../../../emulator/src/published/contract";
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
const secret = { ...string, secret: true, writeOnly: true } as const;
const { rateLimitPolicy: policy } = definitions;
const ruled = { ...secret, pattern: "^k", errorMessage: "must begin with k" };

interface Case {
  definition?: Partial<ResourceDefinition>;
  inputs?: Record<string, Schema>;
  required?: string[];
  /** What differs in requests and responses of the contract. */
  body?: Record<string, ContractSchema | undefined>;
  /** The parameters of the list in the contract. */
  parameters?: string[];
}

test.each(
  Object.entries<[string[], Case]>({
    "nothing else": [[], {}],
    "an id under another name in a path": [
      ["GET /rate-limit-policies/{policy_id}: the parameter for the id must be {id}"],
      { definition: { read: { route: "GET /rate-limit-policies/{policy_id}", scopes: [] } } },
    ],
    "an id under another name in a response, and no time of its creation": [
      [
        "POST /rate-limit-policies: the object that it returns has no id",
        "POST /rate-limit-policies: the object that it returns has no created_at",
      ],
      { body: { id: undefined, policy_id: string, created_at: undefined } },
    ],
    "an input that only an update takes": [
      ["status: an input that only an update takes"],
      { inputs: { status: string, consumerSelector: string } },
    ],
    "a secret that the service returns, is in a list, or has a pattern of which no placeholder is":
      [
        [
          "returned: a secret that Auth0 returns",
          "headers.value: a secret in a list",
          "key: a required secret with a pattern or a format, which a placeholder can't match",
        ],
        {
          inputs: {
            returned: { ...string, secret: true },
            headers: { items: { properties: { value: secret } } },
            key: ruled,
            optionalKey: ruled,
          },
          required: ["key"],
        },
      ],
    "an object of which a tenant has only one, with a read": [
      ["GET /rate-limit-policies returns an object that each tenant has once"],
      { definition: { fixedId: "policies", list: undefined } as Partial<ResourceDefinition> },
    ],
    "a union without a discriminator, or with one beside it": [
      [
        "sinks.to: a union without a discriminator",
        "sink: a union that doesn't contain its discriminator type",
      ],
      {
        inputs: {
          sinks: { items: { properties: { to: { oneOf: [tagged("a"), tagged("b")] } } } },
          type: string,
          sink: { oneOf: [{ properties: {} }], discriminator: { propertyName: "type" } },
        },
      },
    ],
    "a rule that no message can say": [
      ["callback: a pattern or a format without an errorMessage, which states the rule in words"],
      { inputs: { callback: { ...string, format: "url" } } },
    ],
    "names in camelCase on the wire": [
      ["startFrom", "isPriority"].map(
        (name) => `${name}: camelCase in requests, but the provider sends snake_case`,
      ),
      { body: { startFrom: string, filters: { items: { properties: { isPriority: string } } } } },
    ],
    "a list without pages": [
      [
        "GET /rate-limit-policies: the list needs the parameter from for its pages",
        "GET /rate-limit-policies: the list needs the parameter take for its pages",
      ],
      { parameters: [] },
    ],
  }),
)(
  "%s is rejected with a sentence",
  (_what, [
    reasons,
    { definition, inputs = {}, required = [], body, parameters = ["from", "take"] },
  ]) => {
    const properties = { id: string, consumer_selector: string, created_at: string, ...body };
    const path = "/rate-limit-policies";
    const operation = { scopes: [], parameters: [], responses: {} };
    const taken = parameters.map((name) => ({ name, in: "query", schema: {} }));
    const policies = { oneOf: [{ $ref: "#/schemas/Policy" }] };
    const created = { requestBody: policies, responses: { 400: {}, 201: policies } };
    const updated = { properties: { consumer_selector: string, status: string } };
    const published = {
      operations: [
        { ...operation, method: "GET", path, parameters: taken },
        { ...operation, method: "POST", path, ...created },
        { ...operation, method: "PATCH", path: `${path}/{id}`, requestBody: updated },
      ],
      schemas: { Policy: { properties } },
    };
    const schema = {
      inputs: { properties: inputs, required } as ObjectSchema,
      outputs: objectSchema("None", {}),
    };
    const changed = { ...policy, ...definition } as ResourceDefinition;
    expect(inexpressible(changed, schema, published)).toEqual(reasons);
  },
);
