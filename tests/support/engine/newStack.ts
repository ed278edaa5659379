import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keySettings } from "./keyService";
import { encrypted } from "./stateFile";

/** The salt in a stack's settings for the passphrase of environment.ts, as `pulumi stack init` writes it. */
export const passphraseSettings = {
  encryptionSalt: "v1:SgAQQEPKvUo=:v1:zbXOk/4+6JlOphJ6:UkToKAW9LCdK6ZWMX5HyyFsrYHnElw==",
};

/** Writes a project's empty stack to a file backend, as `pulumi stack init` does. */
export function writeEmptyStack(backend: string, stack = "test", project = "test"): void {
  const stacks = join(backend, ".pulumi", "stacks", project);
  mkdirSync(stacks, { recursive: true });
  writeFileSync(join(backend, ".pulumi", "meta.yaml"), "version: 1\n");
  const checkpoint = { stack: `organization/${project}/${stack}` };
  writeFileSync(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
}

/** A value in a stack's configuration, in plain text or encrypted with the key of `keySettings`. */
export type Setting = string | { secure: string };

/** Encrypts values as `pulumi config set --secret` does. */
export const secretSettings = (values: Record<string, string>): Record<string, Setting> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { secure: encrypted(value) }]),
  );

/**
 * Writes what `pulumi stack init` and `pulumi config set` write to the project `test`: the stack's settings.
 * A key without a namespace is the project's.
 */
export function writeStackSettings(
  project: string,
  configuration: Record<string, Setting> = {},
  encryption: Record<string, string> = keySettings,
  stack = "test",
): void {
  const key = Object.entries(encryption).map(
    ([name, value]) => `${name.toLowerCase()}: ${value}\n`,
  );
  const config = Object.entries(configuration).map(
    ([key, value]) => `  ${key.includes(":") ? key : `test:${key}`}: ${JSON.stringify(value)}\n`,
  );
  const settings = [...key, ...(config.length ? ["config:\n"] : [])];
  writeFileSync(join(project, `Pulumi.${stack}.yaml`), [...settings, ...config].join(""));
}

/**
 * Gives a project an empty stack, and selects it. The state is in `home/state`, and the CLI's own folder is
 * `home/home`, as in environment.ts.
 */
export function startStack(
  project: string,
  home: string,
  configuration: Record<string, Setting> = {},
  encryption?: Record<string, string>,
): void {
  const backend = join(home, "state");
  writeEmptyStack(backend);
  writeStackSettings(project, configuration, encryption);
  selectStack(project, join(home, "home"), backend);
}

/** Selects the stack, as `pulumi stack select` does: sdk/go/common/workspace of pulumi/pulumi. */
function selectStack(project: string, home: string, backend: string): void {
  const folder = join(home, "workspaces");
  mkdirSync(folder, { recursive: true });
  const hash = createHash("sha1").update(join(project, "Pulumi.yaml")).digest("hex");
  const stacks = { [`file://${backend}`]: "organization/test/test" };
  writeFileSync(join(folder, `test-${hash}-workspace.json`), JSON.stringify({ stacks }));
}
