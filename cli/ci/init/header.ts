/** The line of every written file that says how to update it; the settings follow it. */
export const updateHint =
  "# Written by `npx auth0-native ci init`. After an update of pulumi-auth0-native, run it again.";

/** A paragraph of a comment in YAML; continued lines are indented as given. */
export function comment(text: string, indent = ""): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1] ?? "";
    if (last.length + word.length < 98) lines[lines.length - 1] = last ? `${last} ${word}` : word;
    else lines.push(indent + word);
  }
  return lines.map((line) => `# ${line}`).join("\n");
}
