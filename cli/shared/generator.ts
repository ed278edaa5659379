import packageSchema from "../../schema.json";

/** What wrote a report: `auth0-native` and the version of the package. */
export const generator = `${packageSchema.name} ${packageSchema.version}`;
