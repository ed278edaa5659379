import { afterEach } from "@jest/globals";
import { startTenant, type TenantOptions, type Tenant as TenantServer } from "../../emulator/src";
import type { Props } from "../../provider/json";
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

/** A tenant, and a provider process whose stack configuration names it, until the test ends. */
export async function startBoth(
  options: TenantOptions = {},
): Promise<{ server: TenantServer; provider: DynamicProvider }> {
  const server = await startTenant(options);
  closing.push(() => server.close());
  const { AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET } = server.environment;
  const provider = await startProcess(
    {},
    {
      "auth0:domain": AUTH0_DOMAIN as string,
      "auth0:clientId": AUTH0_CLIENT_ID as string,
      "auth0:clientSecret": secret(AUTH0_CLIENT_SECRET as string),
      "another:setting": "1",
    },
  );
  return { server, provider };
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
