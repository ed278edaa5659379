import { withDifferences } from "../../emulator/src/contract/contract";
import { resolved } from "../../emulator/src/contract/requestSchemas";
import type { Resource } from "../../emulator/src/resource";
import * as emulated from "../../emulator/src/resources";
import type { Operation } from "../../provider/api/operation";
import { deliveriesFunction } from "../../provider/functions/deliveries";
import { oneDeliveryOperation } from "../../provider/functions/oneDelivery";
import { redeliverManyOperation, redeliverOneOperation } from "../../provider/functions/redeliver";
import { statisticsOperation } from "../../provider/functions/statistics";
import { testEventOperation } from "../../provider/functions/testEvent";
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

// The operations as the service has them, and as schema.json and the provider's definitions have them.

const mapNodes = (nodes: Record<string, Node | undefined>, change: (node: Node) => Node) =>
  Object.fromEntries(Object.entries(nodes).map(([key, node = {}]) => [key, change(node)]));

const scopesFact = (scopes: readonly string[] = []): Facts => ({
  scopes: { values: [...scopes].sort().join(", ") },
});

/** Of the published contract, and of what the emulator knows beyond it. */
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

/** A schema of schema.json in the service's names. */
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

/** What a PATCH sends: the inputs that differ, in branches that can be updated in place. */
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

/** A schema without the values that the service never returns. */
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

/** A response: the inputs that the service returns, and the outputs but `tenant`, which the provider adds. */
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
    [remove, path],
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

/** The arguments of a function, without those that name an object in the path. */
function argumentsOf(name: string): { query: Facts; body: Facts; path: Facts } {
  const { inputs } = functionSchema(name);
  const { eventStreamId: id = {}, deliveryIds, ...properties } = inputs.properties;
  const ids = { id: wire(id), ...(deliveryIds?.items && { event_id: wire(deliveryIds.items) }) };
  const node = wire({ ...inputs, properties });
  // Lists are sent as texts, separated by commas.
  const asText = (child: Node): Node => (child.items ? { type: "string" } : child);
  return {
    path: parameterFacts("path", { properties: ids }),
    body: factsOf(node, "body"),
    query: parameterFacts("query", {
      ...node,
      properties: mapNodes(node.properties ?? {}, asText),
    }),
  };
}

function functionOperations(): Operations {
  const [list, test] = [argumentsOf(deliveriesFunction.name), argumentsOf("sendTestEvent")];
  const redeliver = argumentsOf("redeliver");
  const statistics = argumentsOf("deliveryStatistics");
  const { "path.event_id": _, ...streamPath } = redeliver.path;
  const page = functionSchema(deliveriesFunction.name).outputs;
  const delivery = responseFacts(wire(page.properties.deliveries?.items ?? {}));
  const listed = responseFacts(wire(page));
  return operationsOf([
    [deliveriesFunction.operation, { ...list.path, ...list.query, ...listed }],
    [oneDeliveryOperation, { ...redeliver.path, ...delivery }],
    [redeliverManyOperation, { ...streamPath, ...redeliver.body }],
    [redeliverOneOperation, redeliver.path],
    [testEventOperation, { ...test.path, ...test.body, ...delivery }],
    [statisticsOperation, { ...statistics.path, ...statistics.query }],
  ]);
}

export const providerOperations = (): Operations =>
  Object.assign(
    {},
    ...Object.values(resources).map((definition) => resourceOperations(definition)),
    functionOperations(),
  );
