import { codeBlock } from "../../shared/markdown";
import type { Language } from "../languages";
import type { ImportPlan } from "../plan";

/**
 * For the README, in Markdown: where the program that `pulumi import` generates has a placeholder, and
 * which expression takes its place. Empty if the plan has no secrets. Its texts need no escapes: names
 * and keys consist of letters, digits and hyphens.
 */
export function secretsTable({ objects }: ImportPlan, language: Language): string {
  const secrets = objects.flatMap(({ kind, name, secrets }) =>
    secrets.map(({ path, configKey }) => ({ resource: `${kind} ${name}`, path, configKey })),
  );
  if (secrets.length === 0) return "";
  const rows = secrets.map(({ resource, path, configKey }) => [
    resource,
    path.join("."),
    code(configKey),
    code(language.readSecret(configKey)),
  ]);
  return [
    codeBlock(
      language.declareSecrets(secrets.map(({ configKey }) => configKey)),
      language.codeBlock,
    ),
    "",
    ...table(["Resource", "Property", "Configuration key", "Expression"], rows),
    "",
  ].join("\n");
}

const code = (text: string) => `\`${text}\``;

/** A table whose columns are aligned in the text as well, because the command prints it. */
function table(header: string[], rows: string[][]): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}
