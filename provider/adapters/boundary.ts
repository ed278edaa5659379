import type { UnknownValues } from "../config/settings";
import type { CheckResult } from "../lifecycle/check";
import type { Session } from "../lifecycle/session";
import { InitFailed } from "../lifecycle/stateFromResponse";
import type { ObjectSchema } from "../schema/packageSchema";
import { secretPlaceholder } from "../schema/placeholder";
import { textsToRedact } from "../schema/secrets";
import type { Props } from "../shared/json";
import { redact } from "../shared/redact";
import { providerKey, toldKey } from "../stateStrings";

// What every adapter needs between the engine and the lifecycle: results as plain JSON, and errors as
// one message without secrets and without a stack.

/** An operation of the lifecycle that failed. Its message is safe to show. */
export class OperationFailed extends Error {
  constructor(
    message: string,
    /** What the engine must store although the operation failed. */
    readonly partialState: { id: string; outs: Props } | undefined,
  ) {
    super(message);
    // The process that hosts a provider prints the stacks of errors, which say nothing to a user.
    this.stack = "";
  }
}

export interface EngineCall {
  /** The schema of the bags. */
  schema: ObjectSchema;
  /** Undefined if the provider could not be configured. */
  session: Session | undefined;
  /** The bags that the call brings: no message may repeat their secrets. */
  bags: Props[];
  /** Texts that no message may repeat, beside those that schema.json calls secret. */
  secrets?: string[];
}

/** Runs an operation. Its result is plain JSON; whatever it throws becomes OperationFailed. */
export async function runOperation<T extends object>(
  call: EngineCall,
  operation: () => T | Promise<T>,
): Promise<T> {
  try {
    return plainJson(await operation());
  } catch (error) {
    throw operationFailed(error, call);
  }
}

export interface CheckFailure {
  /** Always empty: the engine would print the value of a named property, even if it is a secret. */
  property: "";
  reason: string;
}

const reportedBySdkReason = "its arguments are not valid. See the other errors of this program.";

export interface CheckedInputs {
  inputs: Props;
  failures: CheckFailure[];
}

/** Checks the inputs of a program, unless the SDK has reported their errors already. */
export function checkInputs(
  { api, run }: Session,
  news: Props,
  check: (unknownValues: UnknownValues) => CheckResult,
): CheckedInputs {
  const { inputs, failures, warnings } = news[toldKey]
    ? { inputs: {}, failures: [reportedBySdkReason], warnings: [] }
    : check(api.settings.unknownValues);
  // The engine checks the new object of a replacement twice.
  for (const warning of warnings) run.printOnce(warning, (text) => api.logger.warn(text));
  return { inputs, failures: failures.map((reason) => ({ property: "", reason })) };
}

/**
 * A bag without `__provider`, which the lifecycle does not know. Pulumi's dynamic-provider process adds it to
 * every bag, so it is also in states that the plugin takes over from the dynamic resources.
 */
export function withoutProvider({ [providerKey]: _, ...props }: Props): Props {
  return props;
}

/** The engine's protocol has no `undefined`: a single one in a result would lose the whole result. */
function plainJson<T extends object>(result: T): T {
  return JSON.parse(JSON.stringify(result));
}

function operationFailed(error: unknown, call: EngineCall): OperationFailed {
  const text = error instanceof Error ? error.message : String(error);
  const message = redact(text, secretsOf(call));
  if (!(error instanceof InitFailed)) return new OperationFailed(message, undefined);
  const { id, outs } = error;
  return new OperationFailed(message, { id, outs: plainJson(outs) });
}

function secretsOf({ schema, session, bags, secrets = [] }: EngineCall): string[] {
  const inBags = bags.flatMap((bag) => textsToRedact(schema, bag));
  const all = [...inBags, ...secrets, ...(session?.api.secrets() ?? [])];
  // The placeholder of an import is no secret, and its words occur in messages.
  return all.filter((text) => !text.includes(secretPlaceholder));
}
