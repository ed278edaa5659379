import { codeBlock, table, tableRow } from "../../shared/markdown";
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
  const rows = secrets.map(({ resource, path, configKey }) =>
    tableRow([resource, path.join("."), code(configKey), code(language.readSecret(configKey))]),
  );
  const keys = secrets.map(({ configKey }) => configKey);
  return [
    codeBlock(language.declareSecrets(keys), language.codeBlock),
    "",
    table(["Resource", "Property", "Configuration key", "Expression"], rows),
    "",
  ].join("\n");
}

const code = (text: string) => `\`${text}\``;
