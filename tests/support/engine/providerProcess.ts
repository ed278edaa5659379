import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import {
  startTenant,
  type TenantOptions,
  type Tenant as TenantServer,
} from "../../../emulator/src";
import type { Props } from "../../../provider/shared/json";
import {
  CallError,
  type DynamicProvider,
  type Kind,
  providers,
  secret,
  startDynamicProvider,
} from "./dynamicProvider";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A provider process until the test ends. */
export async function startProcess(
  environment: Record<string, string>,
  configuration?: Props,
): Promise<DynamicProvider> {
  const provider = await startDynamicProvider(environment, configuration);
  closing.push(() => provider.stop());
  return provider;
}

/** A tenant until the test ends. */
export async function startServer(options: TenantOptions = {}): Promise<TenantServer> {
  const server = await startTenant(options);
  closing.push(() => server.close());
  return server;
}

/** A stack's configuration that names a tenant. */
function configuration({ environment }: TenantServer): Props {
  const { AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET } = environment;
  return {
    "auth0:domain": AUTH0_DOMAIN as string,
    "auth0:clientId": AUTH0_CLIENT_ID as string,
    "auth0:clientSecret": secret(AUTH0_CLIENT_SECRET as string),
    "another:setting": "1",
  };
}

export interface Both {
  server: TenantServer;
  provider: DynamicProvider;
}

/** A tenant, and a provider process whose stack configuration names it, until the test ends. */
export async function startBoth(options: TenantOptions = {}): Promise<Both> {
  const server = await startServer(options);
  return { server, provider: await startProcess({}, configuration(server)) };
}

/** One process for all tests of a file; each begins with an empty tenant. */
export function shareBoth(): Both {
  const both = {} as Both;
  beforeAll(async () => {
    both.server = await startTenant();
    both.provider = await startDynamicProvider({}, configuration(both.server));
  });
  beforeEach(() => {
    const { server } = both;
    server.answer = undefined;
    server.clearFaults();
    server.clearRequests();
    server.streams.clear();
    server.policies.clear();
    server.fcmv1 = undefined;
  });
  afterAll(async () => {
    await both.provider.stop();
    await both.server.close();
  });
  return both;
}

/** A bag of one kind, as the engine sends it. */
export const bag = (kind: Kind, props: Props): Props => ({ ...props, __provider: providers[kind] });

export async function refused(call: Promise<unknown>): Promise<CallError> {
  const error: unknown = await call.then(
    () => new Error("the call was granted"),
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw error;
}
