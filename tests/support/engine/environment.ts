import { join } from "node:path";
import { pulumiBin } from "../../../tools/pulumiBin";
import { withQuickPlugin } from "./quickPlugin";

export const passphrase = "test-passphrase";

let folder: Promise<string> | undefined;

/** The CLI's folder, which is searched for once per test file. */
export function pulumiFolder(): Promise<string> {
  folder ??= pulumiBin().then(withQuickPlugin);
  return folder;
}

/** Node.js processes do not load the parts of Pulumi that they do not use. */
export const lazyPulumi = {
  NODE_OPTIONS: `--require "${join(__dirname, "lazyPulumi.cjs").replaceAll("\\", "/")}"`,
};

/** Environment of the CLI, with a file backend below `home`. */
export function baseEnvironment(home: string, bin: string): Record<string, string> {
  // The developer's own variables belong to another tenant. An empty variable counts as unset.
  const foreign = Object.keys(process.env).filter((name) => name.startsWith("AUTH0_"));
  return {
    ...Object.fromEntries(foreign.map((name) => [name, ""])),
    PATH: `${bin}:${process.env.PATH}`,
    PULUMI_HOME: join(home, "home"),
    PULUMI_BACKEND_URL: `file://${join(home, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
    // This saves a tenth of the CPU time. The CLI and the language host end before they need the memory.
    GOGC: "off",
    GOMEMLIMIT: "1GiB",
    ...lazyPulumi,
  };
}
