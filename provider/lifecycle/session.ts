import { type ManagementApi, openApi } from "../api/managementApi";
import type { Settings } from "../config/settings";
import type { Props } from "../shared/json";
import type { Logger } from "../shared/logger";
import { Collections } from "./read/collections";
import { Run } from "./run";

/** A tenant, and what this process knows of it. It lives as long as the process. */
export class Session {
  readonly collections: Collections;
  readonly run = new Run();

  constructor(readonly api: ManagementApi) {
    this.collections = new Collections(api);
  }
}

/**
 * Throws if an object belongs to another tenant than the configured one. Every state holds the tenant's
 * domain, so no request is sent to a tenant that happens to be configured.
 */
export function assertSameTenant(
  { domain, formerDomain, settingPrefix }: Settings,
  name: string,
  { tenant }: Props,
): void {
  if (typeof tenant !== "string" || tenant === domain || tenant === formerDomain) return;
  throw new Error(
    `${name} belongs to the tenant ${tenant}, but ${domain} is configured. Nothing was sent.\n` +
      `Configure ${tenant} again.\n` +
      `If the tenant was renamed, set ${settingPrefix}formerDomain to ${tenant}, and run \`pulumi up\`.\n` +
      `To create new objects in ${domain}, use a separate stack.`,
  );
}

/**
 * One session for each API client. The map that openApi owns decides how long a client lives, and
 * with the client its session can be collected; so a reset of that map resets this one.
 */
const sessions = new WeakMap<ManagementApi, Session>();

/** The same session for the same settings, so that all providers of one tenant share what they know. */
export function openSession(settings: Settings, logger?: Logger): Session {
  const api = openApi(settings, logger);
  const session = sessions.get(api) ?? new Session(api);
  sessions.set(api, session);
  return session;
}
