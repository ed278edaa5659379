import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface BundledPackage {
  name: string;
  version: string;
  /** The SPDX expression in its package.json. */
  license: string;
  /** The absolute path of its folder. */
  folder: string;
}

/** The npm packages that these files belong to, sorted by name. It skips files outside of packages. */
export function packagesOf(files: string[]): BundledPackage[] {
  // The folder ends with the name after the last `node_modules`, which may have a scope.
  const path = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
  const folders = files.flatMap((file) => path.exec(file)?.[0] ?? []);
  return [...new Set(folders)]
    .map((folder) => {
      const manifest = readFileSync(join(folder, "package.json"), "utf8");
      const { name, version, license }: BundledPackage = JSON.parse(manifest);
      return { name, version, license, folder };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Joins the license texts of packages in one text. Packages with the same text share it. */
export function licenseNotices(packages: BundledPackage[]): string {
  const holders = new Map<string, string[]>();
  for (const bundled of packages) {
    const heading = `${bundled.name} ${bundled.version} (${bundled.license})`;
    const text = licenseText(bundled);
    holders.set(text, [...(holders.get(text) ?? []), heading]);
  }
  const sections = [...holders].map(([text, headings]) => `${headings.join("\n")}\n\n${text}\n`);
  const introduction = "This program contains the following packages, under these licenses.\n";
  return [introduction, ...sections].join(`\n${"-".repeat(80)}\n\n`);
}

/** The texts of a package's license files, or else the section about the license in its README. */
function licenseText({ name, folder }: BundledPackage): string {
  const files = readdirSync(folder).sort();
  // A license may indent its title, so this removes only empty lines at the start.
  const read = (file: string) =>
    readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").replace(/^\n+/, "").trimEnd();
  const texts = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).map(read);
  if (texts.length > 0) return texts.join("\n\n");

  const readme = files.filter((file) => /^readme/i.test(file)).map(read);
  const [, section] = /^#* *License\n(?:-+\n)?\s*([\s\S]+)/m.exec(readme.join("\n")) ?? [];
  if (section === undefined) throw new Error(`${name} has no license text in ${folder}.`);
  return section;
}
