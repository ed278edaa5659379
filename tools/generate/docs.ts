import type { Operation } from "../../provider/api/operation";
import * as definitions from "../../provider/resources";
import { lengthText, type ResourceDefinition } from "../../provider/resources/definition";
import { declaredResource, rawSchema, type SchemaNode } from "../../provider/schema/rawSchema";
import { joinWords } from "../../provider/schema/wording";
import { pluginTypeToken, typeToken } from "../../provider/stateContract";
import { commandsPage } from "./commandsPage";
import { functionPages } from "./functionPages";
import { code, generated, table } from "./markdown";
import { nameInGo, nameInPython } from "./names";
import { inputTable, outputTable, typeSections } from "./properties";

function operationRows(definition: ResourceDefinition): string[][] {
  const { create, read, unreadable, update, undeletable } = definition;
  const row = (name: string, operation?: Operation, reason = "") =>
    operation === undefined
      ? [name, "none", reason]
      : [name, code(operation.route), operation.scopes.map(code).join(" or ")];
  return [
    row("create", create),
    row("read", read, `can't be verified, because ${unreadable}`),
    row("update", update),
    row("delete", definition.delete, undeletable),
  ];
}

/** What to do if Auth0 rejects a request because of another object or a rule of its own. */
function refusals({ naturalKey, onRefusal = {} }: ResourceDefinition): string {
  const rows = [
    ...(naturalKey ? [`- ${conflict(naturalKey)}`] : []),
    ...Object.entries(onRefusal).map(
      ([key, text]) => `- If Auth0 rejects a change of \`${key}\`: ${text.replaceAll("\n", " ")}`,
    ),
  ];
  return rows.length > 0 ? `## When Auth0 rejects a request\n\n${rows.join("\n")}\n` : "";
}

const conflict = (naturalKey: string[]) =>
  `Auth0 rejects a duplicate with the same ${joinWords(naturalKey.map(code), "and")} (409). The message has the other object's id and [what to do](../troubleshooting.md#conflict). A replacement that keeps ${naturalKey.length > 1 ? "these values" : "this value"} [deletes the old object first](../resources.md#replacements).`;

function resourcePage(definition: ResourceDefinition): string {
  const { name } = definition;
  const { description, inputProperties, requiredInputs, properties } = declaredResource(name);
  const inputs = { properties: inputProperties, required: requiredInputs };
  const id: SchemaNode = { type: "string", description: idDescription(definition) };
  const style = { showChanges: true };
  const operationHead = ["operation", "request", "permission"];
  return [
    `${generated}\n# ${name}\n\n${description}\n`,
    `The type is ${code(pluginTypeToken(name))} with the plugin, and ${code(typeToken(name))} with the dynamic provider.\n`,
    `## Inputs\n\n${inputTable(inputs, style)}\n`,
    `## Outputs\n\nEvery input is also an output. The others are:\n\n${outputTable({ id, ...properties }, style)}\n`,
    `## Requests and permissions\n\n${table(operationHead, operationRows(definition))}\n`,
    refusals(definition),
    typeSections(inputProperties, style),
  ]
    .filter(Boolean)
    .join("\n");
}

function idDescription({ fixedId, idLength }: ResourceDefinition): string {
  if (fixedId) return `Always \`${fixedId}\`, because a tenant has only one.`;
  if (!idLength) return "Set by Auth0.";
  return `Set by Auth0: ${lengthText(idLength)}.`;
}

function providerPage(): string {
  const { provider } = rawSchema;
  return [
    `${generated}\n# Provider\n\n${provider.description}\n`,
    `Each input has the name of its [configuration variable](configuration.md#settings), such as \`clientId\` (in Python ${code(nameInPython("clientId"))}, in Go and C# ${code(nameInGo("clientId"))}). One more input has no configuration variable:\n`,
    `${inputTable({ properties: provider.inputProperties }, {})}\n`,
  ].join("\n");
}

/** The pages of the reference by their path below docs/reference/. */
export function docs(): Record<string, string> {
  const pages = Object.values(definitions).map(
    (definition) => [`${definition.name}.md`, resourcePage(definition)] as const,
  );
  return {
    ...Object.fromEntries(pages),
    ...functionPages(),
    "Provider.md": providerPage(),
    "commands.md": commandsPage(),
  };
}
