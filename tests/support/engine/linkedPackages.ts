import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { files, name } from "../../../package.json";
import { root } from "../project";

/**
 * Links the packages of a project to `node_modules` in its folder. Pulumi searches them for plugins at each
 * start, and would also search the repository's packages in a link to all of this package.
 */
export function linkPackages(project: string): string {
  const modules = join(project, "node_modules");
  const own = join(modules, name);
  mkdirSync(own, { recursive: true });
  symlinkSync(join(root, "node_modules", "@pulumi"), join(modules, "@pulumi"));
  const packed = ["package.json", ...files.filter((file) => /^[\w.]+$/.test(file))];
  for (const file of packed) symlinkSync(join(root, file), join(own, file));
  return modules;
}
