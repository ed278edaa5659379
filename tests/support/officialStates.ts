import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, Props } from "../../provider/shared/json";

const folder = join(__dirname, "../fixtures/official-providers");

/** A file of the fixtures of the official providers; its README.md lists them. */
export const fixture = (name: string): string => readFileSync(join(folder, name), "utf8");

export const terraformFixture = "terraform-provider-auth0-1.54.1.show.json";
export const pulumiFixture = "pulumi-auth0-3.49.0.stack.json";

/** The output of `terraform show -json` for a state with these resources. */
export const shownState = (...resources: Props[]): string =>
  JSON.stringify({ format_version: "1.0", values: { root_module: { resources } } });

/** A managed resource of the root module. */
export const shownResource = (
  type: string,
  name: string,
  values: Props,
  others: Props = {},
): Props => ({
  address: `${type}.${name}`,
  mode: "managed",
  type,
  name,
  provider_name: "registry.terraform.io/auth0/auth0",
  values,
  ...others,
});

/** The output of `pulumi stack export` for a stack `production` with these resources. */
export const pulumiExport = (resources: Props[], deployment: Props = {}): string =>
  JSON.stringify({ version: 3, deployment: { resources, ...deployment } });

/** The URN of a resource of the official provider, such as `eventStream:EventStream`. */
export const urnOf = (type: string, name: string): string =>
  `urn:pulumi:production::tenant::auth0:index/${type}::${name}`;

export const pulumiResource = (type: string, name: string, fields: Props): Props => ({
  urn: urnOf(type, name),
  custom: true,
  type: `auth0:index/${type}`,
  ...fields,
});

/** A value that Pulumi marks as a secret, as `--show-secrets` prints it. */
export const secretMark = (value: Json): Props => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});
