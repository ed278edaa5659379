import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmPackage } from "../tests/support/install/downloads";
import { mustRun } from "../tools/process";
import { findOnPath } from "../tools/pulumiBin/onPath";
import { objects } from "./objects";
import type { Subject } from "./sample";

/** The official provider. It is measured if its plugin is on PATH. */
const pluginFile = (): string | undefined => findOnPath("pulumi-resource-auth0", process.env);

/** Both forms of ours, and the official provider. */
export const forms = (): Subject[] => [
  "ours",
  "plugin",
  ...(pluginFile() === undefined ? [] : ["pulumi-auth0" as const]),
];

/** The version of the official provider, which is also that of its SDK. */
export async function peerVersion(): Promise<string | undefined> {
  const plugin = pluginFile();
  return plugin && (await mustRun(plugin, ["--version"])).stdout.trim();
}

/** Adds the SDK of the official provider to a project, and its plugin, which writes its process id to a file. */
export async function addPeer(folder: string, pidFile: string): Promise<void> {
  const sdk = await npmPackage("@pulumi/auth0", (await peerVersion()) ?? "", "pulumi-auth0");
  // Copied, so that it loads the @pulumi/pulumi of the project, as ours does.
  cpSync(sdk, join(folder, "pulumi-auth0"), { recursive: true });
  const script = `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${pluginFile()}' "$@"\n`;
  writeFileSync(join(folder, "pulumi-auth0", "pulumi-resource-auth0"), script, { mode: 0o755 });
}

/** The same objects, with the property names of the official provider. */
export function peerObjects(count: number) {
  const { EventStream, RateLimitPolicy } = objects(count);
  const streams = Object.entries(EventStream).map(([key, args]) => {
    const { subscriptions, destination, ...others } = args;
    const stream = {
      ...others,
      subscriptions: subscriptions.map(({ eventType }) => eventType),
      destinationType: destination.type,
      webhookConfiguration: destination.configuration,
    };
    return [key, stream];
  });
  return { EventStream: Object.fromEntries(streams), RateLimitPolicy };
}
