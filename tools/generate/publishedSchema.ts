import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { name as npmPackage } from "../../package.json";
import { pluginSchema } from "../../provider/adapters/plugin/pluginSchema";
import { nameOf } from "../../provider/schema/rawSchema";
import { mapProps } from "../../provider/shared/json";
import { root } from "./root";

/** The folder with a program for each resource and function, each in a subfolder with its name. */
export const examplesFolder = join(root, "examples", "reference");

/** The example's file in each language, by the language's name in Markdown. */
export const exampleFiles = {
  typescript: "index.ts",
  python: "__main__.py",
  go: "main.go",
  yaml: "Pulumi.yaml",
};

/** The program in each language that has one, as code blocks. A test fails where one is missing. */
export function exampleBlocks(name: string): [language: string, block: string][] {
  return Object.entries(exampleFiles).flatMap(([language, file]): [string, string][] => {
    const path = join(examplesFolder, name, file);
    if (!existsSync(path)) return [];
    return [[language, `\`\`\`${language}\n${readFileSync(path, "utf8")}\`\`\``]];
  });
}

/** A reference page's section with the program in TypeScript and links to the others; empty without a program. */
export function exampleSection(name: string): string {
  const [[, block] = []] = exampleBlocks(name);
  if (block === undefined) return "";
  const folder = `../../examples/reference/${name}`;
  const { python, go, yaml } = exampleFiles;
  return `## Example\n\n${block}\n
See the same program in [Python](${folder}/${python}), [Go](${folder}/${go}), and [YAML](${folder}/${yaml}).\n`;
}

/**
 * The schema that Pulumi's Registry reads at a release's tag. It is the plugin's, with an example of each
 * resource and function. It has no SDK names, because the Registry would tell readers to install SDKs that
 * aren't published. `pulumi package add` generates those, with the names in the plugin's own schema.
 */
export function publishedSchema(): string {
  const schema = pluginSchema();
  const { python: _python, go: _go, ...others } = schema.language;
  const published = {
    ...schema,
    language: { ...others, nodejs: { packageName: npmPackage } },
    provider: withExample(schema.provider, "Provider"),
    resources: mapProps(schema.resources, withExample),
    functions: mapProps(schema.functions, withExample),
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}

/** The shortcodes in which the Registry's `resourcedocsgen` looks for examples. */
function withExample<Node extends { description: string }>(node: Node, token: string): Node {
  const blocks = exampleBlocks(nameOf(token)).map(([, block]) => block);
  if (blocks.length === 0) return node;
  const example = ["{{% example %}}", ...blocks, "{{% /example %}}"].join("\n\n");
  const description = `${node.description}\n\n{{% examples %}}\n\n${example}\n\n{{% /examples %}}`;
  return { ...node, description };
}
