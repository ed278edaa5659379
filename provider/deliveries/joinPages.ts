import { functionSchema } from "../schema/packageSchema";

const { inputs } = functionSchema("getDeliveries");

/**
 * All pages as one; `next` only if `maxItems` ended the list. This file does not import the HTTP client,
 * which the SDK loads only for a call.
 */
export async function joinPages<Delivery>(
  pages: AsyncIterable<{ deliveries: Delivery[]; next?: string | undefined }>,
  maxItems = Number(inputs.properties.maxItems?.default),
): Promise<{ deliveries: Delivery[]; next?: string }> {
  const result: { deliveries: Delivery[]; next?: string } = { deliveries: [] };
  for await (const page of pages) {
    result.deliveries.push(...page.deliveries);
    if (result.deliveries.length >= maxItems && page.next !== undefined) result.next = page.next;
  }
  return result;
}
