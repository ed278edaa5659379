import { describe } from "@jest/globals";
import type { Adapter } from "./adapter";
import { dynamicAdapter } from "./dynamicProvider";
import { pluginAdapter } from "./pluginProvider";

export const adapters: Adapter[] = [dynamicAdapter, pluginAdapter];

/**
 * How often the plugin repeats a random test that the dynamic process repeats so many times: it has
 * the same lifecycle, which these tests are about.
 */
export const runsFor = ({ name }: Adapter, runs: number) =>
  name === "dynamic" ? runs : Math.ceil(runs / 5);

/** Runs the same tests with each adapter. */
export function forEachAdapter(facts: (adapter: Adapter) => void): void {
  describe.each(adapters)("the $name process:", facts);
}
