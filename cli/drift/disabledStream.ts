import type { Stack } from "@pulumi/pulumi/automation";
import { openApi } from "../../provider/api/managementApi";
import { type Lookup, settingsFrom } from "../../provider/config/settings";
import { listDeliveries } from "../../provider/functions/deliveries";
import { assertSameTenant } from "../../provider/lifecycle/session";
import { eventStream } from "../../provider/resources";
import { isObject, type Props } from "../../provider/shared/json";
import type { Logger } from "../../provider/shared/logger";
import { diagnosticFromError } from "../shared/diagnostic";
import { inParallel } from "../shared/parallel";
import { type StopSignals, unlessAborted } from "../shared/stop";
import type { DeliveryBudget } from "./deliveryBudget";
import type { RefreshStep } from "./refreshEvents";
import type { ResourceReport } from "./report";

/**
 * One page, the largest: a stream is disabled after 500 failures in a row, and a reader does the
 * same about 100 of them. A shorter page takes one more request, which shows that it was the last.
 */
const mostCounted = 100;
const mostPages = 2;

/** The provider has no more requests on their way; its rate limiter paces them. */
const sideBySide = 8;

/** Writes to standard error: standard output may be a report. */
const progressLogger: Logger = {
  info: (message) => console.error(message),
  warn: (message) => console.error(message),
};

/** A stream that the service disabled is an incident, which its failed deliveries explain. */
export async function addDeliveryNotes(
  stack: Stack,
  steps: RefreshStep[],
  providers: Record<string, Props>,
  { stop, budget }: { stop: StopSignals; budget: DeliveryBudget },
): Promise<ResourceReport[]> {
  let config: ReturnType<Stack["getAllConfig"]> | undefined;
  const lookupOf = async ({ provider }: RefreshStep["metadata"]) => {
    const inputs = providers[provider.slice(0, provider.lastIndexOf("::"))] ?? {};
    if (isExplicit(inputs)) return explicitLookup(inputs);
    config ??= stack.getAllConfig();
    const values = await config;
    return (key: string) => values[key]?.value;
  };
  return inParallel(steps, sideBySide, async ({ metadata, report }) => {
    if (!isDisabled(report)) return report;
    const counted: Counted = { failures: 0, last: "", all: false };
    const count = async () => {
      stop.requested.throwIfAborted();
      await countFailures(await lookupOf(metadata), report, budget, counted);
    };
    const unfinished = await unlessAborted(stop.requested, budget.run(count)).then(
      () => undefined,
      (error: unknown) => diagnosticFromError(error).message,
    );
    return { ...report, note: noteOf(report.id, counted, unfinished) };
  });
}

const isDisabled = ({ type, properties }: ResourceReport) =>
  type === eventStream.name &&
  properties.some(({ path, live }) => path === "status" && live === "disabled");

/** The default provider has the stack's configuration, and no inputs. */
const isExplicit = (provider: Props) => "auth0:environmentPrefix" in provider;

const explicitLookup =
  (provider: Props): Lookup =>
  (key) => {
    const value = provider[key];
    if (isObject(value)) {
      throw new Error(
        `the Provider's ${key} is encrypted in the state, which a drift check does not decrypt`,
      );
    }
    return value === undefined ? undefined : String(value);
  };

interface Counted {
  failures: number;
  /** Time of the last attempt among them. */
  last: string;
  all: boolean;
}

/** Counts into `counted`, so that what was seen remains where an error or the budget ends it. */
async function countFailures(
  get: Lookup,
  { type, id, tenant }: ResourceReport,
  budget: DeliveryBudget,
  counted: Counted,
): Promise<void> {
  const there = openApi({ ...settingsFrom(get, process.env), warnings: [] }, progressLogger);
  assertSameTenant(there.settings, type, tenant === undefined ? {} : { tenant });
  const args = {
    ...{ eventStreamId: id, statuses: ["failed"] },
    ...{ take: mostCounted, maxItems: mostCounted },
  };
  let pages = 1;
  budget.takePage();
  for await (const { deliveries, next } of listDeliveries(there, args)) {
    counted.failures += deliveries.length;
    counted.last = [counted.last, ...deliveries.flatMap(attemptTimes)].reduce(later);
    counted.all = next === undefined;
    if (counted.all || counted.failures >= mostCounted || ++pages > mostPages) return;
    budget.takePage();
  }
  counted.all = true;
}

const attemptTimes = ({ attempts }: Props): string[] =>
  (Array.isArray(attempts) ? attempts : []).flatMap((attempt) =>
    isObject(attempt) && attempt.timestamp ? [String(attempt.timestamp)] : [],
  );

const later = (one: string, other: string) => (one > other ? one : other);

function noteOf(id: string, { failures, last, all }: Counted, error?: string): string {
  const unfinished = error?.replace(/\.$/, "");
  const path = `/api/v2/event-streams/${id}`;
  if (failures === 0 && !all) {
    return `its failed deliveries were not counted: ${unfinished}. GET ${path}/deliveries?statuses=failed lists them`;
  }
  if (failures === 0) {
    return "no failed delivery is listed, so probably somebody disabled it and not the service";
  }
  const number = `${all ? "" : "at least "}${failures} failed ${failures === 1 ? "delivery" : "deliveries"}`;
  const attempt = last && `, the last attempt${all ? "" : " of these"} at ${last}`;
  const rest = unfinished === undefined ? "" : ` (not all were counted: ${unfinished})`;
  return `${number}${attempt}${rest}: the service disables a stream that fails too often, and refuses to enable it until they are redelivered. Repair the receiver, then redeliver: POST ${path}/redeliver {"statuses":["failed"]}`;
}
