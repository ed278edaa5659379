import { withDifferences } from "../../emulator/src/published/contract";
import { resolved } from "../../emulator/src/published/requestSchemas";
import type { Resource } from "../../emulator/src/resource";
import * as emulated from "../../emulator/src/resources";
import type { Operation } from "../../provider/api/operation";
import { testDeliverySchema } from "../../provider/deliveries/arguments";
import { deliveriesFunction } from "../../provider/deliveries/listDeliveries";
import { redeliverManyOperation, redeliverOneOperation } from "../../provider/deliveries/redeliver";
import { testEventOperation } from "../../provider/deliveries/testEvent";
import { oneDeliveryOperation } from "../../provider/deliveries/waitForResult";
import * as resources from "../../provider/resources";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { wireName } from "../../provider/schema/codec";
import {
  functionSchema,
  type ObjectSchema,
  resourceSchema,
  type Schema,
} from "../../provider/schema/packageSchema";
import {
  type Facts,
  factsOf,
  type Node,
  type Operations,
  parameterFacts,
  responseFacts,
} from "./contractFacts";

// The operations of Auth0, and those of schema.json and the provider's definitions.

const mapNodes = (nodes: Record<string, Node | undefined>, change: (node: Node) => Node) =>
  Object.fromEntries(Object.entries(nodes).map(([key, node = {}]) => [key, change(node)]));

const scopesFact = (scopes: readonly string[] = []): Facts => ({
  scopes: { values: [...scopes].sort().join(", ") },
});

/** The published contract's operations, with the emulator's differences. */
export const serviceOperations = (): Operations =>
  Object.assign({}, ...Object.values<Resource>(emulated).map(operationsOfResource));

function operationsOfResource(resource: Resource): Operations {
  const { operations, schemas } = withDifferences(resource.contract, resource.differences);
  const { neverReturned = [] } = "name" in resource ? resource : {};
  return Object.fromEntries(
    operations.map(({ method, path, scopes, parameters, requestBody, responses }) => {
      const given = (place: string): Node => ({
        properties: Object.fromEntries(
          parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
        ),
      });
      const [[status = "", response = {}] = []] = Object.entries(responses);
      const hasResponse = /^20/.test(status) && Object.keys(response).length > 0;
      return [
        `${method} ${path}`,
        {
          ...scopesFact(scopes),
          ...parameterFacts("path", given("path")),
          ...parameterFacts("query", given("query")),
          ...(requestBody && factsOf(resolved(requestBody, schemas), "body")),
          ...(hasResponse && responseFacts(resolved(response, schemas), neverReturned)),
        },
      ];
    }),
  );
}

/** A schema of schema.json in Auth0's names. */
function wire(schema: Schema): Node {
  const { properties, items, oneOf, required, contentSchema: _, ...rules } = schema;
  const renamed = Object.entries(properties ?? {}).map(([key, child]) => [
    wireName(key),
    wire(child),
  ]);
  return {
    ...rules,
    ...(properties && { properties: Object.fromEntries(renamed) }),
    ...(required && { required: required.map(wireName) }),
    ...(items && { items: wire(items) }),
    ...(oneOf && { oneOf: oneOf.map(wire) }),
  };
}

/** The schema of a PATCH, which sends changed inputs in branches that can be updated in place. */
function patchOf({ properties, ...inputs }: ObjectSchema): Schema {
  const isReplaced = ({ const: tag, replaceOnChanges }: Schema) =>
    tag === undefined && replaceOnChanges;
  const updated = Object.entries(properties).filter(([, property]) => !isReplaced(property));
  const inPlace = updated.map(([key, { oneOf, ...property }]): [string, Schema] => {
    const branches = oneOf?.filter(
      (branch) => !Object.values(branch.properties ?? {}).some(isReplaced),
    );
    return [key, { ...property, ...(branches && { oneOf: branches }) }];
  });
  return { ...inputs, properties: Object.fromEntries(inPlace), required: [] };
}

/** A schema without the values that Auth0 never returns. */
function withoutWriteOnly(schema: Schema): Schema {
  const { properties, oneOf } = schema;
  const kept = Object.entries(properties ?? {}).filter(([, property]) => !property.writeOnly);
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(kept.map(([key, child]) => [key, withoutWriteOnly(child)])),
    }),
    ...(oneOf && { oneOf: oneOf.map(withoutWriteOnly) }),
  };
}

/** A response, with the inputs that Auth0 returns and the outputs except `tenant`. */
function responseOf(name: string): Node {
  const { inputs, outputs } = resourceSchema(name);
  const { tenant: _, ...returned } = outputs.properties;
  const properties = { ...withoutWriteOnly(inputs).properties, ...returned };
  return wire({ ...inputs, properties: { id: { type: "string" }, ...properties } });
}

function resourceOperations(definition: ResourceDefinition): Operations {
  const { inputs } = resourceSchema(definition.name);
  const { create, read, update, delete: remove, list, fixedId, idLength } = definition;
  const limits = idLength && { minLength: idLength.min, maxLength: idLength.max };
  const path = parameterFacts("path", { properties: { id: { type: "string", ...limits } } });
  const response = responseFacts(responseOf(definition.name));
  const body = factsOf(wire(inputs), "body");
  const patch = factsOf(wire(patchOf(inputs)), "body");
  const all: [Operation | string | undefined, Facts][] = [
    [create, fixedId ? body : { ...body, ...response }],
    [read, { ...path, ...response }],
    [update, fixedId ? body : { ...path, ...patch, ...response }],
    [remove, fixedId ? body : path],
    [list, {}],
  ];
  return operationsOf(all);
}

const operationsOf = (all: [Operation | string | undefined, Facts][]): Operations =>
  Object.fromEntries(
    all.flatMap(([operation, facts]) =>
      typeof operation === "object"
        ? [[operation.route, { ...facts, ...scopesFact(operation.scopes) }]]
        : [],
    ),
  );

/** The requests about deliveries. Lists in a query are sent as texts, separated by commas. */
function deliveryOperations(): Operations {
  const { inputs, outputs } = functionSchema(deliveriesFunction.name);
  const { eventStreamId = {}, ...filters } = inputs.properties;
  const { eventTypes = {}, dateFrom = {}, dateTo = {} } = filters;
  const { timeoutSeconds: _, ...event } = testDeliverySchema.properties;
  const statuses: Schema = { type: "array", items: { enum: ["failed"] }, minItems: 1 };

  const id = wire(eventStreamId);
  const path = parameterFacts("path", { properties: { id } });
  const deliveryPath = parameterFacts("path", { properties: { id, event_id: { type: "string" } } });
  const asText = (child: Node): Node => (child.items ? { type: "string" } : child);
  const queries = mapNodes(wire({ properties: filters }).properties ?? {}, asText);
  const body = (properties: Record<string, Schema>, required: string[] = []) =>
    factsOf(wire({ ...testDeliverySchema, properties, required }), "body");
  const delivery = responseFacts(wire(outputs.properties.deliveries?.items ?? {}));

  const list = {
    ...parameterFacts("query", { properties: queries }),
    ...responseFacts(wire(outputs)),
  };
  const redelivered = body({ statuses, eventTypes, dateFrom, dateTo });
  return operationsOf([
    [deliveriesFunction.operation, { ...path, ...list }],
    [oneDeliveryOperation, { ...deliveryPath, ...delivery }],
    [redeliverManyOperation, { ...path, ...redelivered }],
    [redeliverOneOperation, deliveryPath],
    [testEventOperation, { ...path, ...body(event, testDeliverySchema.required), ...delivery }],
  ]);
}

export const providerOperations = (): Operations =>
  Object.assign(
    {},
    ...Object.values(resources).map((definition) => resourceOperations(definition)),
    deliveryOperations(),
  );
