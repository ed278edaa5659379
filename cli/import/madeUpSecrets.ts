import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Stack, StackSettings } from "@pulumi/pulumi/automation";
import { withTemporaryFolder } from "../shared/files";

/** It only has to differ from every secret and from the placeholder. */
const madeUp = "made up for a preview";

/**
 * Runs a preview with a copy of the stack's settings, in which secrets have values that are not set yet:
 * a program fails without them. Nothing changes in the stack's own settings.
 */
export async function withMadeUpSecrets<T>(
  { name, workspace }: Stack,
  keys: string[],
  preview: (configFile: string | undefined) => Promise<T>,
): Promise<T> {
  if (keys.length === 0) return preview(undefined);
  // A stack without configuration has no file.
  const settings = await workspace.stackSettings(name).catch((): StackSettings => ({}));
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, "settings.yaml");
    await writeFile(file, settingsText(settings, keys), { mode: 0o600 });
    return preview(file);
  });
}

/** The text of Pulumi.<stack>.yaml; JSON is YAML, too. The Automation API has other names for three keys. */
function settingsText(settings: StackSettings, keys: string[]): string {
  const { secretsProvider, encryptedKey, encryptionSalt, config, ...others } = settings;
  const added = Object.fromEntries(keys.map((key) => [key, madeUp]));
  return JSON.stringify({
    ...others,
    secretsprovider: secretsProvider,
    encryptedkey: encryptedKey,
    encryptionsalt: encryptionSalt,
    config: { ...config, ...added },
  });
}
