import { afterEach, beforeEach } from "@jest/globals";
import type { Output } from "../../../cli/deliveries/standardOutput";
import { startTenant, type Tenant, type TenantOptions } from "../../../emulator/src";
import { forgetOpenApis } from "../../../provider/api/managementApi";
import { stopSignals } from "../pipelines/standInPulumi";
import { addStream } from "../tenant/many";

export const streamId = "est_0123456789012345678901";

/** The options of a command that finds its stream in the tenant of the environment. */
export const inEnvironment = { cwd: "." };

/** An output that records a command's results and its messages. */
export function recordedOutput() {
  let out = "";
  const notes: string[] = [];
  const output: Output = {
    print: async (text) => {
      out += text;
    },
    note: (line) => notes.push(line),
  };
  return { output, out: () => out, notes: () => notes.join("\n") };
}

/** Gives each test of a file a new tenant in its environment, with the stream `crm`. */
export function withEnvironmentTenant() {
  const self = {} as {
    tenant: Tenant;
    /** Replaces the tenant with another one. */
    restart(options?: TenantOptions): Promise<void>;
    stop: ReturnType<typeof stopSignals>;
  };
  let environment: Record<string, string> = {};
  const forget = () => {
    for (const name of Object.keys(environment)) delete process.env[name];
    forgetOpenApis();
  };
  self.restart = async (options = {}) => {
    await self.tenant?.close();
    forget();
    self.tenant = await startTenant(options);
    const subscriptions = [{ event_type: "user.created" }];
    addStream(self.tenant, streamId, "crm", { subscriptions });
    // Requests are not retried, because a retry takes real time.
    environment = { ...self.tenant.environment, AUTH0_MAX_RETRIES: "0" };
    Object.assign(process.env, environment);
  };
  beforeEach(async () => {
    self.stop = stopSignals();
    await self.restart();
  });
  afterEach(async () => {
    forget();
    await self.tenant.close();
  });
  return self;
}
