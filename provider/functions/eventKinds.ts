import { functionSchema } from "../schema/packageSchema";

/** The kinds of events that schema.json declares. */
export const eventKinds: string[] =
  functionSchema("getDeliveries").inputs.properties.eventTypes?.items?.enum ?? [];
