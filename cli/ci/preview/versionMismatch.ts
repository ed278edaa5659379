import { isOlder } from "../../shared/pulumi";

/** Newer versions of `@pulumi/pulumi` take the id of what `.get()` reads from the CLI. */
const newestForEveryCli = "3.270.0";
/** This version sends the id. Version 3.260.0 doesn't. */
const cliForEverySdk = "3.274.0";

/** A warning about versions of the CLI and of `@pulumi/pulumi` that don't fit. */
export const versionMismatch = (cli: string, sdk: string | undefined): string | undefined =>
  sdk !== undefined && isOlder(newestForEveryCli, sdk) && isOlder(cli, cliForEverySdk)
    ? `warning: Pulumi CLI ${cli} doesn't fit @pulumi/pulumi ${sdk}. ` +
      "The preview can't know the IDs that `.get()` reads, so it can show changes that " +
      `\`pulumi up\` doesn't make. Install Pulumi CLI ${cliForEverySdk} or newer, ` +
      `or @pulumi/pulumi ${newestForEveryCli}.`
    : undefined;
