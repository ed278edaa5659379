import type { Operation } from "../../provider/api/operation";
import { deliveriesFunction } from "../../provider/functions/deliveries";
import {
  redeliverFunction,
  redeliverManyOperation,
  redeliverOneOperation,
} from "../../provider/functions/redeliver";
import { statisticsFunction, statisticsOperation } from "../../provider/functions/statistics";
import { testEventFunction, testEventOperation } from "../../provider/functions/testEvent";
import packageSchema from "../../schema.json";
import { code, generated, table } from "./markdown";
import {
  inputTable,
  outputTable,
  type PageStyle,
  referencedTypes,
  typeSections,
} from "./properties";
import type { SchemaNode } from "./schemaNode";

interface InvokeFunction {
  isOverlay?: boolean;
  description: string;
  inputs: SchemaNode;
  outputs: SchemaNode;
}

interface FunctionPage {
  usage: string;
  /** The requests, and when each is sent. */
  requests: [operation: Operation, when: string][];
}

/** Of a function that the plugin does not serve. */
const inTypeScript = (command: string) =>
  `Only in TypeScript and JavaScript. It returns a Promise. In a preview it checks the arguments, sends nothing and resolves with \`undefined\`. In a program, \`pulumi up\` calls it every time, so call it in [a script](deliveries.md#from-a-script). In a terminal, use \`npx auth0-native deliveries ${command}\`.`;

const pages: Record<string, FunctionPage> = {
  [deliveriesFunction.name]: {
    usage:
      "In TypeScript, `getDeliveries` returns a Promise, `getDeliveriesOutput` takes and returns Outputs, `deliveryPages` returns one page after another. Other languages: [names](names.md#packages).",
    requests: [[deliveriesFunction.operation, "for each page"]],
  },
  [redeliverFunction]: {
    usage: inTypeScript("redeliver"),
    requests: [
      [redeliverOneOperation, "for each id"],
      [redeliverManyOperation, "once, if there are no ids"],
    ],
  },
  [testEventFunction]: {
    usage: inTypeScript("test"),
    requests: [[testEventOperation, "once"]],
  },
  [statisticsFunction]: {
    usage: inTypeScript("stats"),
    requests: [[statisticsOperation, "once"]],
  },
};

const declarationOf = (name: string): InvokeFunction =>
  packageSchema.functions[`auth0-native:index:${name}` as keyof typeof packageSchema.functions];

const propertiesOf = ({ inputs, outputs }: InvokeFunction) => ({
  ...inputs.properties,
  ...outputs.properties,
});

/** The types of getDeliveries, on whose page the others link them. */
const described = {
  tokens: new Set(referencedTypes(propertiesOf(declarationOf(deliveriesFunction.name))).keys()),
  page: `${deliveriesFunction.name}.md`,
};

function functionPage(name: string, { usage, requests }: FunctionPage): string {
  const declared = declarationOf(name);
  const style: PageStyle = declared.isOverlay ? { onlyTypeScript: true, described } : {};
  const rows = requests.map(([{ route, scopes }, when]) => [
    code(route),
    scopes.map(code).join(" or "),
    when,
  ]);
  return [
    `${generated}\n# ${name}\n\n${declared.description}\n`,
    `${usage}\n`,
    `## Arguments\n\n${inputTable(declared.inputs, style)}\n`,
    `## Result\n\n${outputTable(declared.outputs.properties ?? {}, style)}\n`,
    `## Requests and permissions\n\n${table(["request", "permission", "sent"], rows)}\n`,
    typeSections(propertiesOf(declared), style),
  ]
    .filter(Boolean)
    .join("\n");
}

/** The pages of the functions, by their path below docs/. */
export const functionPages = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [`${name}.md`, functionPage(name, page)]),
  );
