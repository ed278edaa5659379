/** Keys of texts that differ between tenants. */
const freeTexts = ["a0tenant", "next", "webhook_endpoint"];

const forms: [name: string, form: RegExp][] = [
  ["the id of a stream", /^est_[A-Za-z0-9]{22}$/],
  ["the id of a policy", /^rlp_[A-Za-z0-9]{21,22}$/],
  ["the id of a delivery", /^evt_[A-Za-z0-9]{22}$/],
  ["a time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ["a time in microseconds", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/],
  ["a time in seconds", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ["a partner event source", /^aws\.partner\/auth0\.com\/[^/]+\/auth0\.events$/],
];

/** Keys of properties that are not compared in full. */
export interface Difference {
  key: string;
  reason: string;
  /** The part of its shape that is compared. */
  compared(shape: unknown): unknown;
}

/**
 * The common parts of two responses to one request: the keys of every object in order, the types of all
 * values, and the texts that do not depend on the tenant.
 */
export function shapeOf(value: unknown, differences: Difference[] = [], key = ""): unknown {
  const shape = fullShapeOf(value, differences, key);
  const difference = differences.find((one) => one.key === key);
  return difference ? difference.compared(shape) : shape;
}

function fullShapeOf(value: unknown, differences: Difference[], key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, differences));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      shapeOf(item, differences, name),
    ]);
    return Object.fromEntries(entries);
  }
  if (typeof value !== "string") return typeof value;
  if (freeTexts.includes(key)) return "text";
  return forms.find(([, form]) => form.test(value))?.[0] ?? value;
}

/** A shape with sorted keys. */
export function inAnyOrder(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(inAnyOrder);
  if (typeof shape !== "object" || shape === null) return shape;
  const entries = Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, inAnyOrder(item)]));
}
