import { AsyncResource } from "node:async_hooks";
import { warn } from "@pulumi/pulumi/log";
import { type Inputs, output } from "@pulumi/pulumi/output";
import type { ResourceHook, ResourceHookArgs, ResourceHookFunction } from "@pulumi/pulumi/resource";
import type { ManagementApi } from "../provider/api/managementApi";
import { argumentsOf, testDeliverySchema } from "../provider/deliveries/arguments";
import type { HookedStream } from "../provider/deliveries/streamHooks";
import { resourceSchema } from "../provider/schema/packageSchema";
import { textsToRedact } from "../provider/schema/secrets";
import type { Props } from "../provider/shared/json";
import { currentAdapter } from "./adapter";
import { type FunctionOptions, tenantSettings } from "./functionTenant";
import type * as types from "./generated";
import { hasMocks } from "./mocks";
import { programError } from "./programError";
import { resourceHook } from "./resourceHook";
import { passesUnknownValues } from "./stackConfiguration";

/** Arguments of `hooks.testDelivery`. */
export interface TestDeliveryArgs {
  /** The kind of the event, such as `user.created`. */
  eventType: types.EventKind;

  /** The data of the event, sent as it is. Errors don't show it. @default data that Auth0 makes up */
  data?: Record<string, unknown> | undefined;

  /** How long to wait for the result, in seconds: from 1 to 3,600. @default 60 */
  timeoutSeconds?: number | undefined;
}

/**
 * A hook for the option `hooks.afterCreate` of event streams: sends a test event to the new stream, and waits
 * for its result. The run fails with the receiver's answer if the event was not delivered in time. The stream
 * stays, and later runs do not test it again. A preview sends nothing.
 *
 * A disabled stream gets no test event, and the run shows a warning. With a Pulumi CLI before 3.238, a
 * failure is a warning, too.
 *
 * Needs the permissions `update:event_streams` and `read:event_deliveries`. If the stream has the option
 * `provider`, pass the same Provider. Throws if an argument is invalid.
 */
export function testDelivery(args: TestDeliveryArgs, opts?: FunctionOptions): ResourceHookFunction {
  const { timeoutSeconds, ...event } = validArguments(args, opts);
  return inContext(async (hooked) => {
    if ((hooked.newOutputs as Props | undefined)?.status === "disabled") {
      await warn(
        `EventStream "${hooked.name}" is disabled, so Auth0 doesn't send it a test event.`,
      );
      return;
    }
    await inTenant(opts, hooked, ({ testDelivery }, api, stream) =>
      testDelivery(api, stream, event, Number(timeoutSeconds)),
    );
  });
}

const argumentsFrom = argumentsOf(testDeliverySchema);

/** The arguments with their defaults. Without any, the error names those that are required. */
function validArguments(args: TestDeliveryArgs, opts: FunctionOptions | undefined): Props {
  const maySend = opts?.provider !== undefined || passesUnknownValues(currentAdapter());
  try {
    return argumentsFrom({ ...args } as Props, maySend ? [] : undefined);
  } catch (error) {
    throw programError((error as Error).message);
  }
}

/**
 * A hook for the option `hooks.beforeDelete` of event streams: stops the deletion or replacement of a stream
 * that has failed deliveries, which would be lost with it. It stops a preview, too, which then sends
 * requests.
 *
 * `name` is unique in the program, and the states of the streams hold it. Construct the hook once, and leave
 * it in the program until the streams are deleted. `pulumi destroy` then needs `--run-program`.
 *
 * Needs the permission `read:event_streams` or `read:event_deliveries`. If the streams have the option
 * `provider`, pass the same Provider.
 */
export function keepFailedDeliveries(name: string, opts?: FunctionOptions): ResourceHook {
  const callback = inContext((hooked) =>
    inTenant(opts, hooked, ({ keepFailedDeliveries }, api, stream) =>
      keepFailedDeliveries(api, stream),
    ),
  );
  return resourceHook(name, callback, { onDryRun: true });
}

/**
 * Pulumi calls a hook from its gRPC server. There, an inline program of the Automation API does not find its
 * stack configuration.
 */
const inContext = (hook: (args: ResourceHookArgs) => Promise<void>): typeof hook =>
  AsyncResource.bind(hook);

const { inputs: inputSchema } = resourceSchema("EventStream");

type Deliveries = typeof import("../provider/deliveries/listDeliveries");
type StreamHooks = typeof import("../provider/deliveries/streamHooks");

async function inTenant(
  opts: FunctionOptions | undefined,
  { id, newInputs, oldInputs, newOutputs, oldOutputs }: ResourceHookArgs,
  run: (hooks: StreamHooks, api: ManagementApi, stream: HookedStream) => Promise<void>,
): Promise<void> {
  if (hasMocks()) return;
  // Loaded here, so that a run that calls no hook does not load the HTTP client.
  const { openTenant } = require("../provider/deliveries/listDeliveries") as Deliveries;
  const hooks = require("../provider/deliveries/streamHooks") as StreamHooks;
  const source = await tenantSettings(opts);
  const secrets = textsToRedact(inputSchema, await valuesOf(newInputs ?? oldInputs));
  const { tenant } = (newOutputs ?? oldOutputs ?? {}) as Props;
  try {
    await run(hooks, openTenant(source), { id, tenant, secrets });
  } catch (error) {
    throw programError((error as Error).message);
  }
}

/** Secrets among a hook's values are Outputs. */
const valuesOf = (values: object = {}): Promise<Props> =>
  new Promise((resolve) => {
    output({ ...values } as Inputs).apply((known) => resolve(known as Props));
  });
