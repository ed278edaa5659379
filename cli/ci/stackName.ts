/**
 * Whether a text is a short name of a stack. Titles, hidden markers, artifacts, and paths contain the name, and
 * have no escapes. Pulumi allows only these characters. A leading hyphen would be read as an option.
 */
export const isStackName = (name: string): boolean => /^(?!-)[\w.-]{1,100}$/.test(name);

export function assertStackName(name: string): void {
  if (isStackName(name)) return;
  throw new Error(
    `${JSON.stringify(name)} isn't the short name of a stack. Pass at most 100 letters, digits, ` +
      `"-", "_", and ".", not starting with "-".`,
  );
}
