import { join } from "node:path";
import { codeBlocksOf, readPage } from "../guides";
import { root } from "../project";
import { secretsProvider } from "./keyService";

/** The guide that leads from an empty folder to a stream. */
export const startPage = "docs/start.md";

/** The permissions of the two collections that the guide names. */
export const startScopes = ["event_streams", "rate_limit_policies"].flatMap((collection) =>
  ["create", "read", "update", "delete"].map((action) => `${action}:${collection}`),
);

/**
 * Commands of the README or of docs/start.md for this machine: without questions, with the state in a folder, and in a
 * project's folder that has its dependencies already.
 */
export const commandsWith = (commands: string, template: string, state: string): string =>
  commands
    .replace(/^export AUTH0_.*\n/gm, "")
    .replace("file://~", `file://${state}`)
    .replace("mkdir identity && ", "")
    .replace("<clone>/templates/typescript", template)
    .replace(/^pulumi new \S+/gm, `$& --yes --force --secrets-provider ${secretsProvider}`)
    .replace(/^pulumi destroy/gm, "$& --yes --skip-preview");

/** The commands of the page's sections in order, and what it says that each prints. */
export const startSteps = readPage(startPage)
  .split("\n```sh\n")
  .slice(1)
  .map((part) => ({
    commands: part.split("```")[0] ?? "",
    shown: codeBlocksOf(part, "text")[0] ?? "",
  }))
  .filter(({ commands }) => /^(?:pulumi|mkdir|curl|npx --no-install pulumi)/.test(commands));

/** Lines without questions, headings, and parts that differ in each run. */
export const comparableLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/"\w+"|\([\d.]+s\)/g, "…").trimEnd())
    .filter((line) => line !== "" && !/^\w.*:$/.test(line));

export const templateFolder = (language: string) => join(root, "templates", language);
