import { createHash } from "node:crypto";
import { version } from "../../package.json";
import { pluginPackage } from "../../provider/stateStrings";
import type { BundledPackage } from "./bundledPackages";
import { nodeVersion } from "./nodeBinary";

type Bundled = Omit<BundledPackage, "folder">;

/** The contents of a release's archives as CycloneDX 1.5 (ECMA-424). */
export function billOfMaterials(packages: Bundled[]): string {
  const plugin = { type: "application", name: `pulumi-resource-${pluginPackage}`, version };
  const content = { metadata: { component: plugin }, components: [...packages.map(library), node] };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  const bill = { bomFormat: "CycloneDX", specVersion: "1.5", serialNumber, version: 1, ...content };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

const library = ({ name, version, license }: Bundled) => ({
  type: "library",
  name,
  version,
  purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  licenses: [{ expression: license }],
});

const node = {
  type: "application",
  name: "node",
  version: nodeVersion,
  description: "In the archives for Linux.",
  purl: `pkg:generic/node@${nodeVersion}`,
};

/** A UUID made from the content, so that the same sources give the same bytes (RFC 9562, version 8). */
function uuidOf(content: string): string {
  const hash = createHash("sha256").update(content).digest("hex");
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
