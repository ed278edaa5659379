import { languages } from "../../provider/adapters/plugin/pluginSchema";
import { deliveriesFunction } from "../../provider/deliveries/listDeliveries";
import { lookups } from "../../provider/lookups/lookups";
import * as definitions from "../../provider/resources";
import { wireName } from "../../provider/schema/codec";
import { joinWords } from "../../provider/schema/wording";
import { pluginPackage, pluginTypeToken, typeToken } from "../../provider/stateContract";
import { code, generated, table } from "./markdown";

/** Names that the SDKs of the languages have, as Pulumi's generators make them of those in schema.json. */

/** Of the keywords, only those without capital letters: no property has one. */
const pythonKeywords = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** `event_type` for `eventType`, `from_` for `from`. */
export function nameInPython(key: string): string {
  const name = wireName(key);
  return pythonKeywords.has(name) ? `${name}_` : name;
}

/** `EventType` for `eventType`; C# has the same names. */
export const nameInGo = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);

const { python, go, csharp, java } = languages;
const namespace = `${csharp.rootNamespace}.${csharp.namespaces[pluginPackage]}`;

function namesTable(): string {
  const { name } = definitions.eventStream;
  const invoke = deliveriesFunction.name;
  const inGo = nameInGo(invoke);
  const inPython = nameInPython(invoke);
  return table(
    ["", "package", "a resource", "the function", "a property"],
    [
      ["TypeScript", "pulumi-auth0-native", name, `${invoke}, ${invoke}Output`, "eventType"],
      ["YAML", pluginPackage, pluginTypeToken(name), pluginTypeToken(invoke), "eventType"],
      ["Python", python.packageName, name, `${inPython}, ${inPython}_output`, "event_type"],
      ["Go", go.importBasePath, `New${name}`, `${inGo}, ${inGo}Output`, "EventType"],
      ["C#", namespace, name, `${inGo}.InvokeAsync, ${inGo}.Invoke`, "EventType"],
      [
        "Java",
        `${java.basePackage}.auth0native`,
        name,
        `Auth0nativeFunctions.${invoke}Plain, Auth0nativeFunctions.${invoke}`,
        "eventType",
      ],
    ].map(([language = "", ...names]) => [
      language,
      ...names.map((list) => list.split(", ").map(code).join("<br>")),
    ]),
  );
}

const valuesTable = () =>
  table(
    ["", "an object", "a value of an enumeration"],
    [
      ["TypeScript, YAML", 'type: "webhook"', '"user.created"'],
      ["Python", 'WebhookDestinationArgs(type="webhook")', "EventKind.USER_CREATED"],
      ["Python, as a dict", '{"type": "webhook"}', '"user.created"'],
      ["Go", 'WebhookDestinationArgs{Type: pulumi.String("webhook")}', "EventKind_User_created"],
      ["C#", 'new WebhookDestinationArgs { Type = "webhook" }', "EventKind.User_created"],
      ["Java", 'WebhookDestinationArgs.builder().type("webhook")', "EventKind.User_created"],
    ].map(([language = "", ...examples]) => [language, ...examples.map(code)]),
  );

const tokensTable = () =>
  table(
    ["", "of the plugin, in YAML and for `pulumi import`", "of the dynamic resource"],
    Object.values(definitions).map(({ name }) => [
      name,
      code(pluginTypeToken(name)),
      code(typeToken(name)),
    ]),
  );

/** Go's SDK has functions such as `GetEventStream` for resources. */
const sharedNames = Object.values(lookups).flatMap(({ name, definition }) =>
  name === `get${definition.name}` ? [name] : [],
);
const lookupsInGo = `In Go, ${joinWords(sharedNames.map(code), "and")} are ${joinWords(
  sharedNames.map((name) => code(name.replace("get", "Lookup"))),
  "and",
)}: ${code(nameInGo(sharedNames[0] ?? ""))} is what \`get\` of the class is elsewhere.`;

export const namesPage = () =>
  [
    `${generated}\n# Names in each language\n`,
    "The reference uses the property names of TypeScript, YAML and Java. The last column of its tables has those of Python, and below them those of Go and C#.\n",
    `## Packages\n\n${namesTable()}\n`,
    "- In Go, the output `id` is the method `ID()`.",
    `- ${lookupsInGo}`,
    "- Arguments have the class's name and `Args`, such as `EventStreamArgs`.",
    "- In YAML, a [Provider](Provider.md) has the type `pulumi:providers:auth0-native`.\n",
    `## Objects and enumerations\n\n${valuesTable()}\n`,
    "- A type of the reference, such as [WebhookDestination](EventStream.md#webhookdestination), has this name in every language, with `Args` at its end where you pass it.",
    "- The keys of a dict in Python are the names of Python: `event_type`.",
    "- Where the reference names several types (`destination`: WebhookDestination or EventbridgeDestination or ActionDestination), Go, C# and Java take any object when they compile. The preview reports a wrong one. A function returns such a value as a map, in Python a dict, whose keys are the names of the reference.\n",
    `## Type tokens\n\n${tokensTable()}\n`,
  ].join("\n");
