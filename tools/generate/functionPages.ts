import type { Operation } from "../../provider/api/operation";
import { deliveriesFunction } from "../../provider/deliveries/listDeliveries";
import { type LookupFunction, lookups, schemaWithLookups } from "../../provider/lookups/lookups";
import * as definitions from "../../provider/resources";
import {
  declaredResource,
  type FunctionNode,
  nameOf,
  type SchemaNode,
} from "../../provider/schema/rawSchema";
import { mapProps } from "../../provider/shared/json";
import { pluginTypeToken } from "../../provider/stateStrings";
import { code, generated, otherNames, table } from "./markdown";
import {
  inputTable,
  outputTable,
  type PageStyle,
  referencedTypes,
  typeSections,
} from "./properties";
import { exampleSection } from "./publishedSchema";

interface FunctionPage {
  usage: string;
  /** What the function returns, if another page describes it. */
  result?: string;
  /** The requests, and when each is sent. */
  requests: [operation: Operation, when: string][];
}

const pages: Record<string, FunctionPage> = {
  [deliveriesFunction.name]: {
    usage:
      "In TypeScript, `getDeliveries` returns a Promise, `getDeliveriesOutput` takes and returns Outputs, and `deliveryPages` returns one page after another. In Python, the argument `from` is called `from_`.",
    requests: [[deliveriesFunction.operation, "once for each page"]],
  },
  ...mapProps(lookups, lookupPage),
};

function lookupPage({ name, definition, collection, inputs }: LookupFunction): FunctionPage {
  const { list, read, naturalKey } = definition;
  const byKey: FunctionPage["requests"] = naturalKey
    ? [[list, "without `id`, page by page until the object is found"]]
    : [];
  const page = definition.name;
  const hasInputs = Object.keys(inputs.properties).length > 0;
  const outputForm = hasInputs ? "takes and returns Outputs" : "returns an Output";
  return {
    ...(!collection && {
      result: `The function returns the [inputs](${page}.md#inputs) and [outputs](${page}.md#outputs) of ${page}, without secrets.`,
    }),
    usage: `In TypeScript, ${code(name)} returns a Promise, and ${code(`${name}Output`)} ${outputForm}.`,
    requests: collection ? [[list, "once for each page"]] : [[read, "with `id`"], ...byKey],
  };
}

const declarationOf = (name: string) =>
  schemaWithLookups.functions[pluginTypeToken(name)] as FunctionNode;

/** The types that properties refer to, which this page describes. */
const describedOn = (page: string, properties: Record<string, SchemaNode>) =>
  [...referencedTypes(properties).keys()].map((token): [string, string] => [
    token,
    `${page}.md#${nameOf(token).toLowerCase()}`,
  ]);

/** A type has a section on one page: a resource's, or that of getDeliveries. */
function typesOnOtherPages(name: string): Map<string, string> {
  const described = new Map(
    Object.values(definitions).flatMap((each) =>
      describedOn(each.name, declaredResource(each.name).inputProperties),
    ),
  );
  const lookup = lookups[name];
  if (!lookup?.collection) return described;
  // An object of the list has the properties that the lookup by id returns.
  const [object = ""] = referencedTypes(lookup.declared.outputs.properties ?? {}).keys();
  return described.set(object, `get${lookup.definition.name}.md#result`);
}

export const functionOperations = () =>
  Object.entries(pages).map(([name, { requests }]) => ({
    name,
    operations: requests.map(([operation]) => operation),
  }));

function functionPage(name: string, { usage, result, requests }: FunctionPage): string {
  const declared = declarationOf(name);
  const style: PageStyle = { described: typesOnOtherPages(name) };
  const rows = requests.map(([{ route, scopes }, when]) => [
    code(route),
    scopes.map(code).join(" or "),
    when,
  ]);
  const outputs = declared.outputs.properties ?? {};
  // The page of a resource describes the types of a lookup's result.
  const types = name in lookups ? {} : outputs;
  return [
    `${generated}\n# ${name}\n\n${declared.description}\n`,
    `${usage} ${otherNames()}\n`,
    exampleSection(name),
    `## Arguments\n\n${declared.inputs ? inputTable(declared.inputs, style) : "None."}\n`,
    `## Result\n\n${result ?? outputTable(outputs, style)}\n`,
    `## Requests and permissions\n\n${table(["Request", "Permission", "Sent"], rows)}\n`,
    typeSections(types, style),
  ]
    .filter(Boolean)
    .join("\n");
}

/** The pages of the functions by their path below docs/reference/. */
export const functionPages = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [`${name}.md`, functionPage(name, page)]),
  );
