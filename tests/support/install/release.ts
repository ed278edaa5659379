import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { archiveScript } from "../../../tools/plugin/archive";
import { temporaryFolder } from "../project";

/** The URL of the archives in the plugin's schema. */
export const releaseUrl = "github://api.github.com/pulumi-auth0-native/pulumi-auth0-native";

/** A server that replaces the release on GitHub, with the archive for this machine. */
export async function startRelease() {
  const folder = temporaryFolder();
  const os = process.platform === "darwin" ? "darwin" : "linux";
  const arch = process.arch === "arm64" ? "arm64" : "amd64";
  const archive = await archiveScript({ os, arch }, folder);
  const requests: string[] = [];
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    if (url === `/${archive}`) return response.end(readFileSync(join(folder, archive)));
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    folder,
    archive,
    requests,
    /** Makes the engine download from this server. */
    env: { PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${releaseUrl}$=http://127.0.0.1:${port}` },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
