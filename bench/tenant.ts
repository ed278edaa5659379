import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TenantOptions } from "../emulator/src";

/** What a tenant did since its usage was last taken. */
export interface TenantUsage {
  /** API requests, including refused ones. */
  requests: number;
  /** Requests with status 429. */
  refusals: number;
  tokens: number;
}

export interface TenantChanges {
  /** Removes every object first. */
  clear?: boolean;
  latencyMs?: number;
  /** Adds this number of streams that do not belong to the stack. */
  otherStreams?: number;
  /** Adds this number of objects that belong to no stack: streams and policies in all their forms. */
  mixedObjects?: number;
  /** Whether a client may list objects, or has to read them one by one. */
  lists?: boolean;
}

export type BenchTenant = Awaited<ReturnType<typeof startBenchTenant>>;

/** A tenant in another process: its work must not slow down the process that measures. */
export async function startBenchTenant(options: TenantOptions) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  const certificate = join(folder, "ca.pem");
  writeFileSync(certificate, options.tls?.cert ?? "");
  const child = fork(join(__dirname, "tenantProcess.ts"), [JSON.stringify(options)]);
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`the tenant's process ended with code ${code}`);
  });
  // After `close` nobody waits for it: without a handler, Node would report an unhandled rejection.
  exited.catch(() => undefined);
  const nextMessage = async () => (await Promise.race([once(child, "message"), exited]))[0];
  const change = (changes: TenantChanges): Promise<TenantUsage> => {
    const usage = nextMessage();
    child.send(changes);
    return usage;
  };
  const environment: Record<string, string> = await nextMessage();

  return {
    environment,
    /** The environment in which Node and Go trust the tenant, if it serves https. */
    trust: options.tls ? { NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate } : {},
    change,
    takeUsage: () => change({}),
    close() {
      child.disconnect();
      rmSync(folder, { recursive: true });
    },
  };
}
