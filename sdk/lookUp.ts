import type * as pulumi from "@pulumi/pulumi";
import {
  argumentValues,
  type FunctionOptions,
  functionTenant,
  knownArguments,
} from "./functionTenant";

/** Calls a lookup: in `preview` too, since it only reads. */
export async function lookUp<Result>(
  name: string,
  args: object,
  opts: FunctionOptions | undefined,
): Promise<Result> {
  // Loaded here, so that a program without this call does not load the HTTP client.
  const api =
    require("../provider/lifecycle/lookUp") as typeof import("../provider/lifecycle/lookUp");
  const { configuration, errorOf } = await functionTenant(opts);
  try {
    return (await api.lookUpInTenant(name, configuration, argumentValues(args))) as Result;
  } catch (error) {
    throw errorOf(error);
  }
}

/** Calls a lookup with Outputs. */
export function lookUpOutput<Result>(
  name: string,
  args: object,
  opts: FunctionOptions | undefined,
): pulumi.Output<Result> {
  const result = knownArguments(args, opts).apply((known) => lookUp<Result>(name, known, opts));
  return result as pulumi.Output<Result>;
}
