import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import {
  startTenant,
  type TenantOptions,
  type Tenant as TenantServer,
} from "../../../emulator/src";
import type { Props } from "../../../provider/shared/json";
import { emptyTenant } from "../tenant/objects";
import type { Adapter, ProviderProcess } from "./adapter";
import { CallError } from "./resourceProvider";
import { secret } from "./secretValues";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Calls this after the test. */
export function afterTest(close: () => Promise<unknown>): void {
  closing.push(close);
}

/** A provider process until the test ends. */
export async function startProcess(
  adapter: Adapter,
  environment: Record<string, string>,
  configuration?: Props,
): Promise<ProviderProcess> {
  const provider = await adapter.start(environment, configuration);
  afterTest(() => provider.stop());
  return provider;
}

/** A tenant until the test ends. */
export async function startServer(options: TenantOptions = {}): Promise<TenantServer> {
  const server = await startTenant(options);
  afterTest(() => server.close());
  return server;
}

/** A stack's configuration that names a tenant. */
export function configurationOf({ environment }: TenantServer): Props {
  const { AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET } = environment;
  return {
    domain: AUTH0_DOMAIN as string,
    clientId: AUTH0_CLIENT_ID as string,
    clientSecret: secret(AUTH0_CLIENT_SECRET as string),
  };
}

export interface Both<Provider = ProviderProcess> {
  server: TenantServer;
  provider: Provider;
}

/** A tenant, and a provider process whose stack configuration names it, until the test ends. */
export async function startBoth(
  adapter: Adapter,
  options: TenantOptions = {},
  environment: Record<string, string> = {},
): Promise<Both> {
  const server = await startServer(options);
  return { server, provider: await startProcess(adapter, environment, configurationOf(server)) };
}

/** Shares one process between all tests of a file. Each test begins with an empty tenant. */
export function shareBoth(adapter: Adapter, environment: Record<string, string> = {}): Both {
  return share((server) => adapter.start(environment, configurationOf(server)));
}

/** Shares a process of any kind between tests. */
export function share<Provider extends { stop(): Promise<unknown> }>(
  start: (server: TenantServer) => Promise<Provider>,
): Both<Provider> {
  const both = {} as Both<Provider>;
  beforeAll(async () => {
    both.server = await startTenant();
    both.provider = await start(both.server);
  });
  beforeEach(() => {
    const { server } = both;
    server.respond = undefined;
    server.clearFaults();
    server.clearRequests();
    emptyTenant(server);
  });
  afterAll(async () => {
    await both.provider.stop();
    await both.server.close();
  });
  return both;
}

export async function refused(call: Promise<unknown>): Promise<CallError> {
  const error: unknown = await call.then(
    () => new Error("the call was granted"),
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw error;
}
