import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Props } from "../../provider/shared/json";
import { withTemporaryFolder } from "../shared/files";

/** It only has to differ from every secret and from the placeholder. */
const madeUp = "made up for a preview";

/**
 * Runs a preview with a copy of the stack's settings, in which secrets have values that are not set yet:
 * a program fails without them. Nothing changes in the stack's own settings.
 */
export async function withMadeUpSecrets<T>(
  settings: Props,
  keys: string[],
  preview: (configFile: string | undefined) => Promise<T>,
): Promise<T> {
  if (keys.length === 0) return preview(undefined);
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, "settings.yaml");
    await writeFile(file, settingsText(settings, keys), { mode: 0o600 });
    return preview(file);
  });
}

/** JSON is YAML, too. */
function settingsText({ config, ...others }: Props, keys: string[]): string {
  const added = Object.fromEntries(keys.map((key) => [key, madeUp]));
  return JSON.stringify({ ...others, config: { ...(isObject(config) && config), ...added } });
}
