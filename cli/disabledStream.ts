import type { Stack } from "@pulumi/pulumi/automation";
import { listDeliveries } from "../provider/deliveries";
import { isObject, type Props } from "../provider/json";
import { eventStream } from "../provider/resources";
import { type Lookup, settingsFrom } from "../provider/settings";
import { openTenant } from "../provider/tenant";
import type { Step } from "./found";
import { problemOf } from "./problem";
import type { ResourceReport } from "./report";

/** So many pages of 100 are worth it. */
const maxItems = 1000;

/** A stream that the service disabled is an incident: its failed deliveries tell. */
export async function withHint(
  stack: Stack,
  { metadata, report }: Step,
  providers: Record<string, Props>,
): Promise<ResourceReport> {
  const disabled =
    report.type === eventStream.name &&
    report.properties.some(({ path, live }) => path === "status" && live === "disabled");
  if (!disabled) return report;
  const owner = metadata.provider.slice(0, metadata.provider.lastIndexOf("::"));
  try {
    const get = await lookup(stack, providers[owner] ?? {});
    return { ...report, note: await failures(get, report) };
  } catch (error) {
    const { message } = problemOf(error);
    return { ...report, note: `whether deliveries failed could not be read: ${message}` };
  }
}

/** An explicit Provider's arguments stand in its inputs; the default one has the stack's configuration. */
async function lookup(stack: Stack, provider: Props): Promise<Lookup> {
  if ("auth0:environmentPrefix" in provider) {
    return (key) => {
      const value = provider[key];
      if (isObject(value)) throw new Error(`the secret ${key} of the Provider stays in the state`);
      return value === undefined ? undefined : String(value);
    };
  }
  const config = await stack.getAllConfig();
  return (key) => config[key]?.value;
}

async function failures(get: Lookup, { type, id, tenant }: ResourceReport): Promise<string> {
  const settings = settingsFrom(get, process.env);
  const there = openTenant({ ...settings, warnings: [] });
  there.assertHome(type, tenant === undefined ? {} : { tenant });
  const args = { eventStreamId: id, statuses: ["failed"], take: 100, maxItems };
  let count = 0;
  let last = "";
  for await (const { deliveries } of listDeliveries(there, args)) {
    count += deliveries.length;
    for (const { attempts } of deliveries)
      for (const attempt of Array.isArray(attempts) ? attempts : [])
        if (isObject(attempt) && String(attempt.timestamp) > last) last = String(attempt.timestamp);
  }
  if (count === 0)
    return "no failed delivery is listed, so probably somebody disabled it and not the service";
  const many = `${count === maxItems ? `${count} or more` : count} failed ${count === 1 ? "delivery" : "deliveries"}`;
  return `${many}${last && `, the last attempt at ${last}`}: the service disables a stream that fails too often, and refuses to enable it until they are redelivered. Repair the receiver, then redeliver: POST /api/v2/event-streams/${id}/redeliver {"statuses":["failed"]}`;
}
