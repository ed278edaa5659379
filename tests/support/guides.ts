import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn, root } from "./project";

/** The README and every page of docs/, by their paths from the repository. */
export const pages = [
  "README.md",
  ...filesIn(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** The page with a program that the plugin serves. */
export const pluginPage = "docs/typescript.md";

export const readPage = (path: string) => readFileSync(join(root, path), "utf8");

/** The contents of a page's code blocks in one language, in the page's order. */
export const codeBlocks = (path: string, language: string) =>
  codeBlocksOf(readPage(path), language);

export function codeBlocksOf(text: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm");

  return [...text.matchAll(block)].map(([, code]) => code ?? "");
}

/** The page's code block in a language that includes a text. */
export function blockWith(path: string, language: string, text: string): string {
  const block = codeBlocks(path, language).find((code) => code.includes(text));
  if (block === undefined) throw new Error(`${path} has no block of ${language} with ${text}`);
  return block;
}

/** The pages with programs. The blocks of a page are one module. */
export const programPages = pages.filter((page) => codeBlocks(page, "ts").length > 0);
