import { schemaWithLookups } from "../../lookups/lookups";
import {
  type FunctionNode,
  nameOf,
  type ResourceNode,
  type SchemaNode,
} from "../../schema/rawSchema";
import { pluginDownloadURL } from "../../shared/command";
import { mapProps } from "../../shared/json";
import { pluginPackage, typeToken } from "../../stateContract";

/** The repository's owner and name, as GitHub writes them: `/<owner>/<name>`. */
const { pathname: slug } = new URL(schemaWithLookups.repository);

/**
 * Names of the SDKs that `pulumi package add` and `pulumi package gen-sdk` generate. Pulumi's defaults
 * are names in namespaces of Pulumi: `@pulumi/auth0-native`, `Pulumi.Auth0Native`, `com.pulumi`. Node's
 * is not `pulumi-auth0-native` either, which is the npm package that contains the plugin.
 * With `respectSchemaVersion`, an SDK asks the engine for the plugin's version that it was generated from.
 */
export const languages = {
  nodejs: { packageName: "pulumi-auth0-native-sdk", respectSchemaVersion: true },
  python: {
    packageName: "pulumi_auth0_native",
    pyproject: { enabled: true },
    respectSchemaVersion: true,
  },
  go: {
    // Where Pulumi takes an SDK to be if the schema names the repository, and no path.
    importBasePath: `github.com${slug}/sdk/go/auth0native`,
    respectSchemaVersion: true,
  },
  csharp: {
    rootNamespace: "Community",
    namespaces: { [pluginPackage]: "Auth0Native" },
    respectSchemaVersion: true,
  },
  // Java's SDK always has the version of the schema.
  java: { basePackage: "community" },
};

/**
 * The schema that the plugin publishes: schema.json in the form from which Pulumi generates SDKs. It has
 * the same resources, functions and properties.
 */
export function pluginSchema() {
  const { config, provider, types, resources, functions, ...metadata } = schemaWithLookups;
  const published = {
    ...metadata,
    logoUrl: `https://raw.githubusercontent.com${slug}/v${metadata.version}/docs/images/logo.png`,
    pluginDownloadURL,
    // Without it, the SDK of `gen-sdk` is no module of Go, and has other paths than that of `package add`.
    meta: { supportPack: true },
    language: languages,
    config,
    provider: publishedProvider(provider, config.variables),
    types: mapProps(types, withPulumiKeywords),
    resources: mapProps(resources, publishedResource),
    functions: mapProps(functions, publishedFunction),
  };
  return { ...published, types: referencedTypes(published) };
}

/** An explicit provider takes the configuration variables as inputs too. */
function publishedProvider(
  provider: typeof schemaWithLookups.provider,
  variables: Record<string, SchemaNode>,
) {
  const inputProperties = { ...variables, ...provider.inputProperties };
  // An SDK would write defaults and environment variables of the program into the provider's state.
  return { ...provider, inputProperties: mapProps(inputProperties, withoutDefault) };
}

function publishedResource(resource: ResourceNode, token: string) {
  const inputProperties = mapProps(resource.inputProperties, withPulumiKeywords);
  const properties = mapProps(resource.properties, withPulumiKeywords);
  const { requiredInputs = [], required = [] } = resource;
  // Check sets an input with a default, so the state always has it.
  const defaulted = Object.keys(inputProperties).filter(
    (key) => inputProperties[key]?.default !== undefined,
  );
  return {
    ...resource,
    inputProperties,
    properties: { ...inputProperties, ...properties },
    required: [...requiredInputs, ...defaulted, ...required],
    aliases: [{ type: typeToken(nameOf(token)) }],
  };
}

function publishedFunction(declared: FunctionNode) {
  const { inputs, outputs } = declared;
  const argumentProperties = mapProps(inputs?.properties ?? {}, withPulumiKeywords);
  return {
    ...declared,
    // With a default, the generated GetDeliveriesOutput of Go sends `{ args: {} }`.
    ...(inputs && {
      inputs: { ...inputs, properties: mapProps(argumentProperties, withoutDefault) },
    }),
    outputs: withPulumiKeywords(outputs),
  };
}

function withoutDefault({ default: _value, defaultInfo: _info, ...property }: SchemaNode) {
  return property;
}

/**
 * A node without `contentSchema`, which is not a keyword of Pulumi and refers to a type, and with
 * `willReplaceOnChanges` for `replaceOnChanges`: SDKs make the latter an option of the resource, by which
 * the engine replaces objects that the provider's diff would update. Pulumi ignores JSON Schema's limits.
 */
function withPulumiKeywords(node: SchemaNode): SchemaNode {
  const { contentSchema: _content, replaceOnChanges, items, oneOf, properties, ...keywords } = node;
  return {
    ...withAnyText(keywords),
    ...(replaceOnChanges && { willReplaceOnChanges: true }),
    ...(items && { items: withPulumiKeywords(items) }),
    ...(oneOf && { oneOf: oneOf.map(withPulumiKeywords) }),
    ...(properties && { properties: mapProps(properties, withPulumiKeywords) }),
  };
}

/** SDKs take any text for an open enumeration. Python's would otherwise fail when it reads an unknown value. */
function withAnyText(node: SchemaNode): SchemaNode {
  const { $ref = "", ...others } = node;
  const isOpen = schemaWithLookups.types[$ref.replace("#/types/", "")]?.openEnum;
  return isOpen ? { ...others, oneOf: [{ type: "string" }, { $ref }] } : node;
}

/** The types without those that only a `contentSchema` referred to. */
function referencedTypes(schema: { types: Record<string, SchemaNode> }) {
  const text = JSON.stringify(schema);
  return mapProps(schema.types, (type, token) =>
    text.includes(`"#/types/${token}"`) ? type : undefined,
  );
}
