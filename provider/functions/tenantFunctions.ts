import { type ManagementApi, openApi } from "../api/managementApi";
import { type Lookup, settingsFrom } from "../config/settings";
import type { Props } from "../shared/json";
import { redeliver } from "./redeliver";
import { deliveryStatistics } from "./statistics";
import { sendTestEvent } from "./testEvent";

const functions = { redeliver, sendTestEvent, deliveryStatistics };

export type TenantFunction = keyof typeof functions;

/** Calls a function for the tenant that configuration and environment name. */
export async function callTenant(name: TenantFunction, get: Lookup, args: Props): Promise<Props> {
  return functions[name](openTenant(get), args);
}

/** The API of the tenant that configuration and environment name. */
export const openTenant = (get: Lookup): ManagementApi => openApi(settingsFrom(get, process.env));
