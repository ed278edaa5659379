import { isSecret, Output, secret } from "@pulumi/pulumi/output";
import type { Props } from "../provider/shared/json";
import { redact } from "../provider/shared/redact";
import {
  argumentValues,
  type FunctionOptions,
  knownArguments,
  mockedResult,
  tenantSettings,
} from "./functionTenant";
import { hasMocks } from "./mocks";
import { programError } from "./programError";

/** Calls a lookup: in `preview` too, since it only reads. */
export async function lookUp<Result>(
  name: string,
  args: object,
  opts: FunctionOptions | undefined,
  secrets: string[] = [],
): Promise<Result> {
  if (hasMocks()) return mockedResult(name, args, opts);
  // Loaded here, so that a program without this call does not load the HTTP client.
  const api = require("../provider/lookups/lookUp") as typeof import("../provider/lookups/lookUp");
  const source = await tenantSettings(opts);
  try {
    const values = argumentValues(args);
    return (await api.lookUpInTenant(name, source, values, secret)) as Result;
  } catch (error) {
    throw programError(redact((error as Error).message, secrets));
  }
}

/** Calls a lookup with Outputs. */
export function lookUpOutput<Result>(
  name: string,
  args: object,
  opts: FunctionOptions | undefined,
): Output<Result> {
  const result = knownArguments(args, opts).apply(async (known) =>
    lookUp<Result>(name, known, opts, await secretsOf(args, known)),
  );
  return result as Output<Result>;
}

/** The arguments that no message may repeat. */
async function secretsOf(args: object, known: Props): Promise<string[]> {
  const secrets = Object.entries({ ...args }).map(async ([name, value]) =>
    Output.isInstance(value) && (await isSecret(value)) ? [String(known[name])] : [],
  );
  return (await Promise.all(secrets)).flat();
}
