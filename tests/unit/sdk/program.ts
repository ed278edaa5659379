import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";
import type { Tenant } from "../../../emulator/src";

// A program's environment, stack configuration, and mocked engine.

/** The developer's own variables belong to another tenant. */
export function withoutOwnVariables(): void {
  for (const name of Object.keys(process.env))
    if (name.startsWith("AUTH0_")) delete process.env[name];
}

/** A stack's configuration for a tenant. */
export const configurationOf = (namespace: string, { url }: Tenant) => ({
  [`${namespace}:domain`]: url,
  [`${namespace}:clientId`]: "emulator-client",
  [`${namespace}:clientSecret`]: "emulator-client-secret",
});

const { getStore } = state as unknown as {
  getStore(): { settings: { options: { monitorAddr: string } } };
};

/** Pulumi's mocks at another address, so that functions send their requests. The id of a resource is its name, or unknown in a preview. */
export async function mockEngine(isPreview = false): Promise<void> {
  await pulumi.runtime.setMocks(
    {
      call: ({ inputs }) => inputs,
      newResource: ({ name, inputs }) => ({ id: isPreview ? "" : name, state: inputs }),
    },
    "project",
    "stack",
    isPreview,
  );
  getStore().settings.options.monitorAddr = "127.0.0.1:1";
}
