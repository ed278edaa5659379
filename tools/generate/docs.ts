import type { Operation } from "../../provider/api/operation";
import * as definitions from "../../provider/resources";
import { lengthText, type ResourceDefinition } from "../../provider/resources/definition";
import { declaredResource, rawSchema, type SchemaNode } from "../../provider/schema/rawSchema";
import { joinWords } from "../../provider/schema/wording";
import { packageName } from "../../provider/shared/command";
import { pluginTypeToken, typeToken } from "../../provider/stateStrings";
import { commandsPage } from "./commandsPage";
import { functionPages } from "./functionPages";
import { code, generated, otherNames, table } from "./markdown";
import { inputTable, outputTable, typeSections } from "./properties";
import { exampleSection } from "./publishedSchema";

function operationRows(definition: ResourceDefinition): string[][] {
  const { create, read, update } = definition;
  const row = (name: string, operation?: Operation) =>
    operation === undefined
      ? [name, "none", "none"]
      : [name, code(operation.route), operation.scopes.map(code).join(" or ")];
  return [
    row("create", create),
    row("read", read),
    row("update", update),
    row("delete", definition.delete),
  ];
}

/** What to do if Auth0 rejects a request because of another object or a rule of its own. */
function refusals({ naturalKey, onRefusal = {} }: ResourceDefinition): string {
  const rows = [
    ...(naturalKey
      ? [
          `- **Another object has the same ${joinWords(naturalKey.map(code), "and")} (409).** The message contains its ID and [what to do](../troubleshooting.md#conflict).`,
        ]
      : []),
    ...Object.entries(onRefusal).map(
      ([key, text]) => `- **Auth0 rejects a change to \`${key}\`.** ${text.replaceAll("\n", " ")}`,
    ),
  ];
  return rows.length > 0 ? `## When Auth0 rejects a request\n\n${rows.join("\n")}\n` : "";
}

/** How an existing object gets into the state. */
function importSection({ name, list, unreadable }: ResourceDefinition): string {
  if (list === undefined) {
    return `## Import\n\nThe resource can't be imported, because ${unreadable}. Declare it instead.\n`;
  }
  return `## Import\n\n\`\`\`sh\nnpx --no-install ${packageName} import --id <id> --as <name> --run\n\`\`\`\n
\`<name>\` is the resource's name in your program. With the plugin, you can also run ${code(`pulumi import ${pluginTypeToken(name)} <name> <id>`)}. See [Adopt existing objects](../adopt.md).\n`;
}

function resourcePage(definition: ResourceDefinition): string {
  const { name } = definition;
  const { description, inputProperties, requiredInputs, properties } = declaredResource(name);
  const inputs = { properties: inputProperties, required: requiredInputs };
  const id: SchemaNode = { type: "string", description: idDescription(definition) };
  const style = { showChanges: true };
  const operationHead = ["Operation", "Request", "Permission"];
  return [
    `${generated}\n# ${name}\n\n${description}\n`,
    `The type is ${code(pluginTypeToken(name))} with the plugin, and ${code(typeToken(name))} with the dynamic provider. ${otherNames("Python and Auth0's API")}\n`,
    exampleSection(name),
    `## Inputs\n\n${inputTable(inputs, style)}\n`,
    `## Outputs\n\nEvery input is also an output. The other outputs are:\n\n${outputTable({ id, ...properties }, style)}\n`,
    importSection(definition),
    `## Requests and permissions\n\n${table(operationHead, operationRows(definition))}\n`,
    refusals(definition),
    typeSections(inputProperties, {}),
  ]
    .filter(Boolean)
    .join("\n");
}

function idDescription({ fixedId, idLength }: ResourceDefinition): string {
  if (fixedId) return `Always \`${fixedId}\`, because a tenant contains only one such object.`;
  if (!idLength) return "Set by Auth0.";
  return `Set by Auth0: ${lengthText(idLength)}.`;
}

function providerPage(): string {
  const { provider } = rawSchema;
  return [
    `${generated}\n# Provider\n\n${provider.description} ${otherNames()}\n`,
    exampleSection("Provider"),
    `## Inputs\n`,
    `Every [setting](configuration.md#settings) is also an input: ${joinWords(Object.keys(rawSchema.config.variables).map(code), "and")}. The provider has one more input:\n`,
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
