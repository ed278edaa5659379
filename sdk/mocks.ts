import * as state from "@pulumi/pulumi/runtime/state";

/** What Pulumi's type declarations omit. */
const { getStore } = state as unknown as {
  getStore(): { settings: { options: { monitorAddr?: string } } };
};

/** Whether a unit test has called `pulumi.runtime.setMocks`, which sets this address of the engine. */
export const hasMocks = (): boolean => getStore().settings.options.monitorAddr === "mock";
