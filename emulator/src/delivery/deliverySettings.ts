import { X509Certificate } from "node:crypto";
import { InvalidInput } from "../invalidInput";

/** How a tenant delivers events. */
export interface DeliveryOptions {
  /**
   * The waits before the second and each further attempt, in milliseconds. After the last one the
   * delivery has failed. @default [1000, 2000, 4000]
   */
  retryDelaysMs?: number[];
  /** How long an attempt may take, in milliseconds. @default 10000 */
  timeoutMs?: number;
  /** The failed deliveries in a row after which a stream is disabled. @default 500 */
  disableAfterConsecutive?: number;
  /** The failed deliveries in the list of a stream with which it is disabled. @default 5000 */
  disableAfterTotal?: number;
  /** Certificates in PEM that https trusts, besides those that come with Node. */
  ca?: string;
}

export type DeliverySettings = ReturnType<typeof deliverySettings>;

const dayMs = 86_400_000;

/** The options with their defaults. Throws InvalidInput if one is invalid. */
export function deliverySettings(options: DeliveryOptions = {}) {
  const settings = {
    retryDelaysMs: options.retryDelaysMs ?? [1000, 2000, 4000],
    timeoutMs: options.timeoutMs ?? 10_000,
    disableAfterConsecutive: options.disableAfterConsecutive ?? 500,
    disableAfterTotal: options.disableAfterTotal ?? 5000,
    ca: options.ca,
  };
  const { retryDelaysMs, timeoutMs, disableAfterConsecutive, disableAfterTotal, ca } = settings;
  if (!Array.isArray(retryDelaysMs) || !retryDelaysMs.every((delay) => isBetween(0, delay))) {
    throw new InvalidInput(`delivery.retryDelaysMs must be numbers from 0 to ${dayMs}`);
  }
  if (!isBetween(1, timeoutMs)) {
    throw new InvalidInput(`delivery.timeoutMs must be a number from 1 to ${dayMs}`);
  }
  for (const [name, value] of Object.entries({ disableAfterConsecutive, disableAfterTotal })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new InvalidInput(`delivery.${name} must be a whole number of at least 1`);
    }
  }
  if (ca !== undefined) checkCertificate(ca);
  return settings;
}

const isBetween = (minimum: number, value: unknown) =>
  Number.isFinite(value) && Number(value) >= minimum && Number(value) <= dayMs;

function checkCertificate(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch {
    throw new InvalidInput("delivery.ca must be certificates in PEM");
  }
}
