import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pluginSchema } from "../../../provider/adapters/plugin/pluginSchema";
import { packageVersion } from "../../../provider/schema/packageSchema";
import { languages } from "../../../tools/languages";
import { mustRun, temporaryFolder } from "../project";
import { baseEnvironment, pulumiFolder } from "./environment";

/** The environment of the CLI, with the language hosts on PATH. */
export async function languagesEnvironment(home: string): Promise<Record<string, string>> {
  const environment = baseEnvironment(home, await pulumiFolder());
  const { hosts } = await languages();
  return {
    ...environment,
    PATH: `${hosts}${delimiter}${environment.PATH}`,
    // The hosts are not in the folder of the CLI.
    PULUMI_IGNORE_AMBIENT_PLUGINS: "false",
  };
}

/** Generates an SDK from the schema that the plugin serves, and returns its folder. */
export async function generatedSdk(language: "python" | "go"): Promise<string> {
  const folder = temporaryFolder();
  const env = { ...process.env, ...(await languagesEnvironment(folder)) };
  const file = join(folder, "schema.json");
  writeFileSync(file, JSON.stringify(pluginSchema()));
  const args = ["package", "gen-sdk", file, "--language", language, "--out", folder];
  await mustRun("pulumi", args, folder, env);
  const sdk = join(folder, language);
  if (language === "python") writeMetadata(sdk, packageVersion);
  return sdk;
}

/** What `pip install` writes, and the SDK reads for its version: the folder is then as good as installed. */
function writeMetadata(folder: string, version: string): void {
  const metadata = join(folder, `pulumi_auth0_native-${version}.dist-info`);
  mkdirSync(metadata);
  const text = `Metadata-Version: 2.1\nName: pulumi_auth0_native\nVersion: ${version}\n`;
  writeFileSync(join(metadata, "METADATA"), text);
}
