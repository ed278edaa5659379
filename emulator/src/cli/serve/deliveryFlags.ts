import type { DeliveryOptions } from "../../delivery/deliverySettings";
import { InvalidInput } from "../../invalidInput";
import { fileText, integer, isIntegerWithin, text } from "../flags";

/** The options of the deliveries of a tenant. The defaults are those of the tenant. */
export const deliveryOptions = {
  "retry-delays": text,
  "delivery-timeout": text,
  "disable-after": text,
  "delivery-ca": text,
};

type DeliveryFlags = { [Name in keyof typeof deliveryOptions]?: string | undefined };

const tenMinutes = { maximum: 600_000 };

export function deliveryOf(flags: DeliveryFlags): DeliveryOptions {
  const { "delivery-timeout": timeout, "delivery-ca": ca } = flags;
  return {
    ...retryDelays(flags["retry-delays"]),
    ...(timeout === undefined
      ? {}
      : { timeoutMs: integer("delivery-timeout", timeout, { minimum: 1, ...tenMinutes }) }),
    ...disableAfter(flags["disable-after"]),
    ...(ca === undefined ? {} : { ca: fileText("delivery-ca", ca) }),
  };
}

function retryDelays(value: string | undefined): { retryDelaysMs?: number[] } {
  if (value === undefined) return {};
  const delays = value.split(",");
  if (delays.every((delay) => isIntegerWithin(delay, tenMinutes))) {
    return { retryDelaysMs: delays.map(Number) };
  }
  throw new InvalidInput(
    `--retry-delays must be milliseconds separated by commas, as in 100,200,400, each from 0 to ${tenMinutes.maximum}, not "${value}"`,
  );
}

function disableAfter(
  value: string | undefined,
): Pick<DeliveryOptions, "disableAfterConsecutive" | "disableAfterTotal"> {
  if (value === undefined) return {};
  const limits = value.split("/");
  const isLimit = (limit: string) => isIntegerWithin(limit, { minimum: 1, maximum: 1_000_000 });
  if (limits.length === 2 && limits.every(isLimit)) {
    return { disableAfterConsecutive: Number(limits[0]), disableAfterTotal: Number(limits[1]) };
  }
  throw new InvalidInput(
    `--disable-after must be <in a row>/<in all> as in 500/5000, not "${value}"`,
  );
}
