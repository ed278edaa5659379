import type { dynamic } from "@pulumi/pulumi";
import { settingsFrom } from "../config/settings";
import type { Lifecycle } from "../lifecycle/resource";
import { openSession, type Session } from "../lifecycle/session";
import type { Json, Props } from "../shared/json";
import { providerKey } from "../stateContract";
import { checkInputs, OperationFailed, runOperation } from "./boundary";

/**
 * Serves a resource in Pulumi's dynamic-provider process (pulumi/pulumi,
 * sdk/nodejs/cmd/dynamic-provider/index.ts). That process calls `configure` once, concurrently with
 * the first operations, and never again after an error. Of an error it forwards only message, id,
 * properties and reasons.
 */
export function dynamicProvider(resource: Lifecycle): dynamic.ResourceProvider<Props, Props> {
  let session: Session | undefined;
  let configureError: unknown = new Error("the provider was not configured");

  async function run<T extends object>(
    bags: Props[],
    operation: (session: Session) => T | Promise<T>,
  ): Promise<T> {
    try {
      return await runOperation({ resource, session, bags }, () => {
        if (!session) throw configureError;
        return operation(session);
      });
    } catch (error) {
      throw pulumiError(error, bags.at(-1)?.[providerKey]);
    }
  }

  return {
    async configure({ config }) {
      // No await here: operations that arrive meanwhile would find no session.
      try {
        session = openSession(settingsFrom((key) => config.get(key), process.env));
      } catch (error) {
        configureError = error;
      }
    },

    check: (olds, news) =>
      run([olds, news], () => {
        // Before a create the engine sends an empty bag.
        const exists = Object.keys(olds).length > 0;
        return checkInputs(
          resource,
          exists ? withoutProvider(olds) : undefined,
          withoutProvider(news),
        );
      }),

    diff: (id, olds, news) =>
      run([olds, news], (opened) =>
        resource.diff(opened, id, withoutProvider(olds), withoutProvider(news)),
      ),

    create: (inputs) => run([inputs], (opened) => resource.create(opened, withoutProvider(inputs))),

    read: (id, props = {}) =>
      run([props], async (opened) => {
        const live = await resource.read(opened, id, withoutProvider(props));
        // Without an id the engine takes the object for deleted.
        return live ? { id, props: live.outs, inputs: live.inputs } : {};
      }),

    update: (id, olds, news) =>
      run([olds, news], (opened) =>
        resource.update(opened, id, withoutProvider(olds), withoutProvider(news)),
      ),

    async delete(id, props) {
      await run([props], async (opened) => {
        await resource.delete(opened, id, withoutProvider(props));
        return {};
      });
    },
  };
}

/** The process adds `__provider` to every bag; the lifecycle does not know it. */
function withoutProvider({ [providerKey]: _, ...props }: Props): Props {
  return props;
}

/** An error of which the process makes ErrorResourceInitFailed, so that the engine stores the state. */
class PartialStateError extends Error {
  readonly reasons: string[];

  constructor(
    message: string,
    readonly id: string,
    readonly properties: Props,
  ) {
    super(message);
    this.stack = "";
    this.reasons = [message];
  }
}

/** The process puts `__provider` back into results, but not into the state of an error. */
function pulumiError(error: unknown, provider: Json | undefined): unknown {
  if (!(error instanceof OperationFailed && error.partialState)) return error;
  const { id, outs } = error.partialState;
  const properties = provider === undefined ? outs : { ...outs, [providerKey]: provider };
  return new PartialStateError(error.message, id, properties);
}
