import { packageName } from "../../provider/shared/command";
import { pluginTypeToken, typeToken } from "../../provider/stateContract";
import { minimumVersion } from "../shared/pulumi";

/** The oldest Pulumi CLI that reads the properties in an import file. Older ones ignore them. */
export const filledImports = "3.254.0";

export interface Language {
  /** Its name as a value of `--language`. */
  name: string;
  runtime: string;
  /**
   * Whether the plugin serves the resources, so that `pulumi import` reads the objects and generates the program.
   * The dynamic provider can do neither. For it, the import file has all properties, and this command writes the
   * program.
   */
  servedByPlugin: boolean;
  /** The oldest Pulumi CLI whose import files can do what this language needs. */
  minimumPulumi: string;
  /** Whether the plugin's SDK also reads the dynamic provider's configuration, `auth0:*`. */
  sharesConfiguration?: boolean;
  /** The engine's type of a resource, by its name in schema.json. */
  typeToken: (kind: string) => string;
  /** The program's file, which `pulumi import --out` writes if the plugin serves the resources. */
  programFile: string;
  /** The name of the language in a code block of Markdown. */
  codeBlock: string;
  /** What the user does with the code that Pulumi generates, besides copying it. */
  codeAdvice?: string;
  /** The same, if one of the objects has a secret. */
  secretsAdvice?: string;
  /** The expression that reads a secret of the stack's configuration. */
  readSecret: (configKey: string) => string;
  /** The code that a program needs once to read these secrets. */
  declareSecrets: (configKeys: string[]) => string;
}

const typescript = {
  runtime: "nodejs",
  programFile: "program.ts",
  codeBlock: "ts",
  readSecret: (key: string) => `config.requireSecret("${key}")`,
  declareSecrets: () => "const config = new pulumi.Config();",
};

const plugin = { servedByPlugin: true, minimumPulumi: minimumVersion, typeToken: pluginTypeToken };

/** If a stack doesn't use the plugin, its runtime's first language is the default. */
export const languages: readonly Language[] = [
  {
    ...typescript,
    name: "typescript",
    servedByPlugin: false,
    minimumPulumi: filledImports,
    typeToken,
  },
  { ...typescript, ...plugin, name: "typescript-plugin", sharesConfiguration: true },
  {
    ...plugin,
    name: "yaml",
    runtime: "yaml",
    programFile: "program.yaml",
    codeBlock: "yaml",
    secretsAdvice:
      "If the file is empty, this release of Pulumi can't write secrets in YAML. " +
      `docs/yaml.md of ${packageName} (section "After an import") says ` +
      "how to get the code for the other objects.",
    readSecret: (key) => `\${${key}}`,
    declareSecrets: (keys) =>
      ["config:", ...keys.map((key) => `  ${key}:\n    type: string\n    secret: true`)].join("\n"),
  },
  {
    ...plugin,
    name: "python",
    runtime: "python",
    programFile: "program.py",
    codeBlock: "python",
    readSecret: (key) => `config.require_secret("${key}")`,
    declareSecrets: () => "config = pulumi.Config()",
  },
  {
    ...plugin,
    name: "go",
    runtime: "go",
    programFile: "program.go",
    codeBlock: "go",
    codeAdvice:
      "The code may not compile yet, because Pulumi takes the first of several types in Go. " +
      `docs/go.md of ${packageName} (section "After an import") lists the corrections.`,
    readSecret: (key) => `config.New(ctx, "").RequireSecret("${key}")`,
    declareSecrets: () => 'import "github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"',
  },
];

export const languageNames: string[] = languages.map(({ name }) => name);

/**
 * The language of `--language`, or else the default of the runtime in Pulumi.yaml. It must belong to that
 * runtime, because `pulumi import` generates code only for the project's runtime.
 */
export function languageOf(runtime: string, usesPlugin: boolean, name?: string): Language {
  const ofRuntime = languages.filter((language) => language.runtime === runtime);
  const byDefault =
    ofRuntime.find(({ servedByPlugin }) => servedByPlugin === usesPlugin) ?? ofRuntime[0];
  if (runtime === "bun") {
    throw new Error(
      "This command doesn't know the runtime bun. " +
        "Set `runtime: nodejs` in Pulumi.yaml for the import, and `bun` again afterwards.",
    );
  }
  if (byDefault === undefined) {
    const runtimes = [...new Set(languages.map((language) => language.runtime))].join(", ");
    throw new Error(
      `Pulumi.yaml has the runtime ${runtime}, but this command writes programs only for ${runtimes}. ` +
        "Import the objects with `pulumi import`",
    );
  }
  if (name === undefined) return byDefault;
  const named = ofRuntime.find((language) => language.name === name);
  if (named !== undefined) return named;
  const valid = ofRuntime.map((language) => language.name).join(" or ");
  throw new Error(
    `--language ${name} doesn't fit the runtime ${runtime} in Pulumi.yaml. Pass --language ${valid}`,
  );
}

/** The file for `pulumi import`, which may have secrets. */
export const importFileName = "import.json";

/**
 * The options of `pulumi import` for the files in a folder, which is relative to the program's folder. A preview
 * would end at the first object that can't be read, and nothing would be imported.
 */
export const importOptions = (language: Language, out: string): string[] => [
  "--file",
  `${out}/${importFileName}`,
  ...(language.servedByPlugin
    ? ["--out", `${out}/${language.programFile}`]
    : ["--generate-code=false"]),
  "--yes",
  "--skip-preview",
];
