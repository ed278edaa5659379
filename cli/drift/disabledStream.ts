import type { Stack } from "@pulumi/pulumi/automation";
import type { Lookup } from "../../provider/config/settings";
import { eventStream } from "../../provider/resources";
import { isObject, type Props } from "../../provider/shared/json";
import { diagnosticFromError } from "../shared/diagnostic";
import { inParallel } from "../shared/parallel";
import { type StopSignals, unlessAborted } from "../shared/stop";
import type { DeliveryBudget } from "./deliveryBudget";
import {
  countFailedDeliveries,
  type FailedDeliveries,
  failedDeliveriesNote,
} from "./failedDeliveries";
import type { RefreshStep } from "./refreshEvents";
import type { ResourceReport } from "./report";

/** As many requests as the provider has under way at most; its rate limiter paces them. */
const concurrency = 8;

/**
 * The reports of the steps. A stream that is disabled in the tenant alone is an incident, so its
 * report gets a note about its failed deliveries.
 */
export async function addDeliveryNotes(
  stack: Stack,
  steps: RefreshStep[],
  providers: Record<string, Props>,
  { stop, budget }: { stop: StopSignals; budget: DeliveryBudget },
): Promise<ResourceReport[]> {
  const configurationOf = configurations(stack, providers);

  return inParallel(steps, concurrency, async ({ metadata, report }) => {
    if (!isDisabled(report)) return report;
    const counted: FailedDeliveries = { count: 0, lastAttempt: "", complete: false };
    const count = async () => {
      stop.requested.throwIfAborted();
      const configuration = await configurationOf(metadata.provider);
      await countFailedDeliveries(configuration, report, budget, counted);
    };
    const error = await unlessAborted(stop.requested, budget.run(count)).then(
      () => undefined,
      (error: unknown) => diagnosticFromError(error).message,
    );
    return { ...report, note: failedDeliveriesNote(report.id, counted, error) };
  });
}

const isDisabled = ({ type, properties }: ResourceReport) =>
  type === eventStream.name &&
  properties.some(({ path, live }) => path === "status" && live === "disabled");

/** Finds a provider's configuration; the stack's is loaded once, when first needed. */
function configurations(stack: Stack, providers: Record<string, Props>) {
  let stackConfiguration: ReturnType<Stack["getAllConfig"]> | undefined;

  return async (reference: string): Promise<Lookup> => {
    // A reference is the provider's URN and its id.
    const urn = reference.slice(0, reference.lastIndexOf("::"));
    const inputs = providers[urn] ?? {};
    if (isExplicitProvider(inputs)) return argumentsOf(inputs);
    stackConfiguration ??= stack.getAllConfig();
    const values = await stackConfiguration;
    return (key) => values[key]?.value;
  };
}

/** The default provider has no inputs: it is configured by the stack. */
const isExplicitProvider = (inputs: Props) => "auth0:environmentPrefix" in inputs;

const argumentsOf =
  (inputs: Props): Lookup =>
  (key) => {
    const value = inputs[key];
    if (isObject(value)) {
      throw new Error(
        `the Provider's ${key} is encrypted in the state, which a drift check does not decrypt`,
      );
    }
    return value === undefined ? undefined : String(value);
  };
