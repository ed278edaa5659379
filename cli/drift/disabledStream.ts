import type { Stack } from "@pulumi/pulumi/automation";
import { eventStream } from "../../provider/resources";
import type { Props } from "../../provider/shared/json";
import { diagnosticFromError } from "../shared/diagnostic";
import type { ResourceReport } from "../shared/driftReport/report";
import { inParallel } from "../shared/parallel";
import {
  configurationOf,
  forUser,
  providerOf,
  type StackConfiguration,
} from "../shared/providerConfiguration";
import type { Target } from "../shared/pulumi";
import { type StopSignals, unlessAborted } from "../shared/stop";
import type { DeliveryBudget } from "./deliveryBudget";
import {
  countFailedDeliveries,
  type FailedDeliveries,
  failedDeliveriesNote,
} from "./failedDeliveries";
import type { RefreshStep } from "./refreshEvents";

/** As many requests as the provider has under way at most; its rate limiter paces them. */
const concurrency = 8;

/**
 * The reports of the steps. A stream that is disabled in the tenant alone is an incident, so its
 * report gets a note about its failed deliveries.
 */
export async function addDeliveryNotes(
  stack: Stack,
  target: Target,
  steps: RefreshStep[],
  providers: Record<string, Props>,
  { stop, budget }: { stop: StopSignals; budget: DeliveryBudget },
): Promise<ResourceReport[]> {
  // Loaded once, when first needed.
  let loaded: Promise<StackConfiguration> | undefined;
  const stackConfiguration = () => {
    loaded ??= stack.getAllConfig();
    return loaded;
  };

  return inParallel(steps, concurrency, async ({ metadata, report }) => {
    if (!isDisabled(report)) return report;
    const provider = providerOf(metadata, providers);
    const counted: FailedDeliveries = { count: 0, lastAttempt: "", complete: false };
    const count = async () => {
      stop.requested.throwIfAborted();
      const configuration = await configurationOf(provider, stackConfiguration);
      await countFailedDeliveries(configuration, report, budget, counted);
    };
    const error = await unlessAborted(stop.requested, budget.run(count)).then(
      () => undefined,
      (error: unknown) => forUser(provider, diagnosticFromError(error).message),
    );
    return { ...report, note: failedDeliveriesNote(report, target, counted, error) };
  });
}

const isDisabled = ({ type, properties }: ResourceReport) =>
  type === eventStream.name &&
  properties.some(({ path, live }) => path === "status" && live === "disabled");
