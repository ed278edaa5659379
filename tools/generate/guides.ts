import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applications } from "../../cli/ci/init/permissions";
import settingsSchema from "../../cli/ci-settings.schema.json";
import type { Operation } from "../../provider/api/operation";
import { lookups } from "../../provider/lookups/lookups";
import * as definitions from "../../provider/resources";
import { rawSchema } from "../../provider/schema/rawSchema";
import { functionOperations } from "./functionPages";
import { code, table } from "./markdown";
import { exampleBlocks, exampleFiles } from "./publishedSchema";
import { root } from "./root";
import { withSection } from "./sections";

function settings(): string {
  const rows = Object.entries(rawSchema.config.variables).map(([key, node]) => [
    code(`auth0:${key}`),
    (node.defaultInfo?.environment ?? []).map(code).join(", "),
    `${node.description}${"secret" in node ? " Secret." : ""}`,
  ]);
  return table(["Key", "Environment", "Description"], rows);
}

function pipelineSettings(): string {
  const { environments, ...others } = settingsSchema.properties;
  const ofEnvironments = Object.entries(environments.properties).map(
    ([key, node]) => [`environments.${key}`, node] as const,
  );
  const rows = [...Object.entries(others), ...ofEnvironments].map(([key, { description }]) => [
    code(key),
    description,
  ]);
  return table(["Key", "Description"], rows);
}

const scopesText = (operation: Operation | undefined): string =>
  operation ? operation.scopes.map(code).join(" or ") : "none";

function permissions(): string {
  const resources = Object.values(definitions).map((one) => [
    one.name,
    ...[one.create, one.read, one.update, one.delete].map(scopesText),
  ]);
  const functions = functionOperations().map(({ name, operations }) => [
    name,
    [...new Set(operations.map(scopesText))].join(", "),
  ]);
  return [
    table(["Resource", "Create", "Read", "Update", "Delete"], resources),
    table(["Function", "Permission"], functions),
  ].join("\n\n");
}

const links = (): string =>
  [...Object.values(definitions), ...Object.values(lookups)]
    .map(({ name }) => `- [${name}](reference/${name}.md)`)
    .join("\n");

const jobs = (): string =>
  Object.entries(applications())
    .map(([job, sentence]) => `- **${job}:** ${sentence}`)
    .join("\n");

const registryPage = "docs/_index.md";

/** The example of the resource that the mark names, in the shortcodes of Pulumi's Registry. */
function example(): string {
  const page = readFileSync(join(root, registryPage), "utf8");
  const [, name = ""] = /generated: example of (\w+)/.exec(page) ?? [];
  return [
    `{{< chooser language "${Object.keys(exampleFiles)}" >}}`,
    ...exampleBlocks(name).map(
      ([language, block]) =>
        `{{% choosable language ${language} %}}\n\n${block}\n\n{{% /choosable %}}`,
    ),
    "{{< /chooser >}}",
  ].join("\n\n");
}

const sections: [page: string, name: string, section: () => string][] = [
  ["docs/reference/configuration.md", "settings", settings],
  ["docs/reference/configuration.md", "permissions", permissions],
  ["docs/README.md", "links", links],
  ["docs/pipelines.md", "applications", jobs],
  ["docs/reference/ci-settings.md", "pipeline settings", pipelineSettings],
  [registryPage, "example", example],
];

/** The text of each page, by its path. */
export function guides(): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [page, name, section] of sections) {
    const text = texts[page] ?? readFileSync(join(root, page), "utf8");
    texts[page] = withSection(text, name, section());
  }
  return texts;
}
