import { Api } from "./api";
import type { Props } from "./json";
import { configVariables } from "./schema";
import type { Settings } from "./settings";

/** One tenant of this process, with its connection. */
export interface Tenant {
  domain: string;
  formerDomain?: string;
  api: Api;
  /** What no message may show. */
  secrets(): string[];
}

const open = new Map<string, Tenant>();

/** The same tenant for the same settings, so that a process asks for one token only. */
export function openTenant(settings: Settings): Tenant {
  const key = JSON.stringify(settings);
  const tenant = open.get(key) ?? connect(settings);
  open.set(key, tenant);
  return tenant;
}

function connect(settings: Settings): Tenant {
  for (const warning of settings.warnings) console.warn(warning);
  const { domain, formerDomain, credentials } = settings;
  const api = new Api(settings);
  const held = Object.entries(credentials).flatMap(([name, value]) =>
    configVariables[name]?.secret && value !== undefined ? [value] : [],
  );
  const secrets = () => [...held, ...api.token.seen];
  return { domain, ...(formerDomain && { formerDomain }), api, secrets };
}

/** Objects remember their tenant: no request goes to another one that happens to be configured. */
export function assertTenant({ domain, formerDomain }: Tenant, name: string, props: Props): void {
  const { tenant } = props;
  if (typeof tenant !== "string" || tenant === domain || tenant === formerDomain) return;
  throw new Error(
    `${name} lives in the tenant ${tenant}, but ${domain} is configured; nothing was sent. Configure ${tenant} again; or, if it was renamed, set auth0:formerDomain to ${tenant}; or, to make a new object in ${domain}, give the resource a new name in the program.`,
  );
}
