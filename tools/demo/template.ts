import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Copies the template in TypeScript as `pulumi new` does, but doesn't install packages. */
export function copyTemplate(template: string, folder: string, project: string): void {
  cpSync(template, folder, { recursive: true, filter: (path) => !path.endsWith(".tgz") });
  for (const name of ["Pulumi.yaml", "package.json"]) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/\$\{PROJECT\}/, project));
  }
}

/** The program with push credentials, which the template has as a comment. */
export const uncommented = (program: string): string =>
  program.replace(/^\/\/ new [\s\S]*?^\/\/ \}\);$/m, (code) => code.replace(/^\/\/ /gm, ""));
