import packageSchema from "../../../schema.json";

/** The schema that the plugin gives to the engine. */
export const pluginSchema = (): object => packageSchema;
