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
  latencyMs?: number;
  /** Adds this number of streams that do not belong to the stack. */
  otherStreams?: number;
  /** Adds this number of objects that belong to no stack: streams and policies in all their forms. */
  mixedObjects?: number;
  /** Whether a client may list objects, or has to read them one by one. */
  lists?: boolean;
}

/** A message to the tenant's process, which returns its usage after each. */
export type TenantCommand = "takeUsage" | "clear" | TenantChanges;

/** A tenant in another process: its work must not slow down the process that measures. */
export interface BenchTenant {
  environment: Record<string, string>;
  /** The environment in which Node and Go trust the tenant, if it serves https. */
  trust: Record<string, string>;
  takeUsage(): Promise<TenantUsage>;
  /** Removes every object. */
  clear(): Promise<void>;
  change(changes: TenantChanges): Promise<void>;
  close(): void;
}

export async function startBenchTenant(options: TenantOptions): Promise<BenchTenant> {
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
  const send = (command: TenantCommand): Promise<TenantUsage> => {
    const usage = nextMessage();
    child.send(command);
    return usage;
  };

  return {
    environment: await nextMessage(),
    trust: options.tls ? { NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate } : {},
    takeUsage: () => send("takeUsage"),
    async clear() {
      await send("clear");
    },
    async change(changes) {
      await send(changes);
    },
    close() {
      child.disconnect();
      rmSync(folder, { recursive: true });
    },
  };
}
