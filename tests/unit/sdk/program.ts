import * as pulumi from "@pulumi/pulumi";
import type { Tenant } from "../../../emulator/src";

// What a program runs in: its environment, its stack's configuration, and Pulumi's mocks of the engine.

/** The variables of whoever runs the tests belong to another tenant. */
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

/** The id of a resource is its name; in a preview it is not known. */
export const mockEngine = (isPreview = false) =>
  pulumi.runtime.setMocks(
    {
      call: ({ inputs }) => inputs,
      newResource: ({ name, inputs }) => ({ id: isPreview ? "" : name, state: inputs }),
    },
    "project",
    "stack",
    isPreview,
  );
