import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { version } from "../../package.json";
import { pluginSchema } from "../../provider/adapters/plugin/pluginSchema";
import { languages } from "../../tools/languages";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { mustRun, removeTemporaryFolders, temporaryFolder } from "../support/project";

// tests/unit/provider/adapters/plugin/pluginSchema.test.ts has the properties and secrets that all generators get.

/** The form of an SDK's code in a language. */
interface Language {
  /** Texts of files: the package's name and version, and names that programs use. */
  texts: Record<string, string[]>;
}

const sdks: Record<string, Language> = {
  nodejs: {
    texts: {
      "package.json": ['"name": "pulumi-auth0-native-sdk"', `"version": "${version}"`],
      "getDeliveries.ts": ["function getDeliveries(", "function getDeliveriesOutput("],
    },
  },
  python: {
    texts: {
      "pyproject.toml": ['name = "pulumi_auth0_native"', `version = "${version}"`],
      "pulumi_auth0_native/_enums.py": ["class EventKind(", "USER_CREATED"],
      "pulumi_auth0_native/_inputs.py": ["class WebhookDestinationArgs:"],
      "pulumi_auth0_native/event_stream.py": ["class EventStream("],
      "pulumi_auth0_native/get_deliveries.py": ["get_deliveries(", "get_deliveries_output("],
    },
  },
  go: {
    texts: {
      "auth0native/pulumi-plugin.json": ['"name": "auth0-native"', `"version": "${version}"`],
      "auth0native/provider.go": [
        '"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native/internal"',
      ],
      "auth0native/pulumiEnums.go": ["EventKind_User_created"],
      "auth0native/pulumiTypes.go": ["type WebhookDestinationArgs struct"],
      "auth0native/eventStream.go": ["func NewEventStream("],
      "auth0native/getDeliveries.go": ["func GetDeliveries(", "func GetDeliveriesOutput("],
      "auth0native/getEventStream.go": ["func LookupEventStream("],
    },
  },
  dotnet: {
    texts: {
      "Community.Auth0Native.csproj": [`<Version>${version}<`, "<Authors>pulumi-auth0-native<"],
      "Enums.cs": ["EventKind User_created "],
      "Inputs/WebhookDestinationArgs.cs": ["class WebhookDestinationArgs "],
      "EventStream.cs": ["namespace Community.Auth0Native\n", "class EventStream "],
      "GetDeliveries.cs": ["class GetDeliveries\n", " InvokeAsync(", " Invoke("],
    },
  },
  java: {
    texts: {
      "src/main/resources/community/auth0-native/version.txt": [version],
      "src/main/java/community/auth0native/enums/EventKind.java": ["User_created("],
      "src/main/java/community/auth0native/inputs/WebhookDestinationArgs.java": ["builder()"],
      "src/main/java/community/auth0native/EventStream.java": ["class EventStream "],
      "src/main/java/community/auth0native/Auth0nativeFunctions.java": [
        " getDeliveries(",
        " getDeliveriesPlain(",
      ],
    },
  },
};

const folder = temporaryFolder();
const schemaFile = join(folder, "schema.json");
/** Serves any bytes as the logo, which the generator for .NET downloads. */
const logoServer = createServer((_request, response) => response.end("logo"));
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await new Promise<void>((resolve) => logoServer.listen(0, "127.0.0.1", resolve));
  const { port } = logoServer.address() as AddressInfo;
  const schema = { ...pluginSchema(), logoUrl: `http://127.0.0.1:${port}/logo.png` };
  writeFileSync(schemaFile, JSON.stringify(schema));
  const { hosts } = await languages();
  // Not in the folder of the hosts, where it would replace the CLI's own host for Node.js.
  symlinkSync(join(hosts, "pulumi-language-go"), join(folder, "pulumi-language-nodejs"));
  const base = baseEnvironment(folder, await pulumiFolder());
  env = {
    ...base,
    PATH: [folder, hosts, base.PATH].join(delimiter),
    // The hosts are not in the folder of the CLI.
    PULUMI_IGNORE_AMBIENT_PLUGINS: "false",
  };
});

afterAll(() => {
  logoServer.close();
  removeTemporaryFolders();
});

test.each(Object.entries(sdks))(
  "the SDK of %s has the names that programs use",
  async (language, { texts }) => {
    const sdk = join(folder, language);
    const read = (file: string) => readFileSync(join(sdk, file), "utf8");
    const args = ["package", "gen-sdk", schemaFile, "--language", language, "--out", folder];
    await mustRun("pulumi", args, folder, env);
    for (const [file, expected] of Object.entries(texts))
      for (const text of expected) expect(read(file)).toContain(text);
  },
);
