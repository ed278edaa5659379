import type { Register } from "./shared/commandLine";

/** Every command: a folder of cli/ with a register.ts, and an entry here. Loaded only if it is called. */
export const commands = new Map<string | undefined, () => Register>([
  ["drift", () => require("./drift/register").registerDrift],
  ["deliveries", () => require("./deliveries/register").registerDeliveries],
  ["import", () => require("./import/register").registerImport],
  ["ci", () => require("./ci/register").registerCi],
]);
