import { repository } from "../../schema.json";

/**
 * The package on npm, and its command. They have one name: in a folder without the package, npx asks the
 * registry for a package that is called like the command.
 */
export const packageName = "pulumi-auth0-native";

/** The command as users type it. If the package isn't installed, npx fails instead of installing what has its name. */
export const npxCommand = `npx --no-install ${packageName}`;

/** The pages of the documentation. The installed package has none of them. */
export const docsUrl = `${repository}/blob/main/docs`;

/** The address of the releases, from which the engine downloads the plugin. */
export const pluginDownloadURL = `github://api.github.com${new URL(repository).pathname}`;
