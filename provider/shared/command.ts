/**
 * The package on npm, and its command. They have one name: in a folder without the package, npx asks the
 * registry for a package that is called like the command.
 */
export const packageName = "pulumi-auth0-native";

/** The command as users type it. */
export const npxCommand = `npx ${packageName}`;
