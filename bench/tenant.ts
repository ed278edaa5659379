import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TenantOptions } from "../emulator/src";

/** What a tenant did since it was asked the last time. */
export interface Served {
  /** API requests, refused ones too. */
  requests: number;
  /** Those that were answered 429. */
  refusals: number;
  tokens: number;
  tenantCpuMs: number;
}

export interface TenantChanges {
  latencyMs?: number;
  /** So many streams that belong to nobody here. */
  strangers?: number;
  /** Whether a client may list objects, or has to read them one by one. */
  lists?: boolean;
}

export type Question = "served" | "empty" | TenantChanges;

/** A tenant in a process of its own. */
export interface BenchTenant {
  environment: Record<string, string>;
  /** What a client has to trust, where it serves https. */
  certificate: string;
  served(): Promise<Served>;
  /** Forgets every object. */
  empty(): Promise<void>;
  /** Changes what it is like from now on. */
  become(changes: TenantChanges): Promise<void>;
  close(): void;
}

export async function benchTenant(options: TenantOptions): Promise<BenchTenant> {
  const child = fork(join(__dirname, "tenantProcess.ts"), [JSON.stringify(options)]);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the tenant's process ended with code ${code}`);
  });
  // Kept from counting as unhandled when the process ends by our own hand.
  ended.catch(() => undefined);
  const heard = async () => (await Promise.race([once(child, "message"), ended]))[0];
  const ask = (question: Question): Promise<Served> => {
    const answer = heard();
    child.send(question);
    return answer;
  };
  return {
    environment: await heard(),
    certificate: options.tls?.cert ?? "",
    served: () => ask("served"),
    empty: () => ask("empty").then(() => undefined),
    become: (changes) => ask(changes).then(() => undefined),
    close: () => child.disconnect(),
  };
}
