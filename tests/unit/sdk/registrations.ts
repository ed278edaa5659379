import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";

/** A request with which Pulumi's SDK registers or reads a resource, as the engine gets it. */
export interface Registration {
  type: string;
  name: string;
  /** The inputs with marked secrets. */
  inputs: Record<string, unknown>;
  /** The provider as `urn::id`, or empty for the default one. */
  provider: string;
  aliases: { name: string; type: string; urn: string }[];
  importId: string;
  deleteBeforeReplace: boolean | undefined;
  version: string;
  pluginDownloadUrl: string;
}

/** The common parts of Pulumi's protocol messages. */
interface Request {
  getType(): string;
  getName(): string;
  getObject?(): { toJavaScript(): Record<string, unknown> };
  getProperties?(): { toJavaScript(): Record<string, unknown> };
  getProvider(): string;
  getAliasesList?(): {
    getUrn(): string;
    getSpec(): { getName(): string; getType(): string } | undefined;
  }[];
  getImportid?(): string;
  getDeletebeforereplace?(): boolean;
  getDeletebeforereplacedefined?(): boolean;
  getVersion(): string;
  getPlugindownloadurl(): string;
}

/**
 * A run of a program against Pulumi's mocks, with a stack configuration of its own. `registrations` is
 * complete when all resources are registered.
 */
export async function runProgram(
  program: () => unknown,
  config: Record<string, string> = {},
  secretKeys: string[] = [],
  onRegistration: (name: string) => void = () => undefined,
): Promise<Registration[]> {
  const registrations: Registration[] = [];
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
  });
  pulumi.runtime.setAllConfig(config, secretKeys);
  const monitor = pulumi.runtime.getMonitor() as unknown as MockMonitor;
  for (const method of ["registerResource", "readResource"] as const) {
    monitor[method] = (request: Request, callback: never) => {
      registrations.push(registrationOf(request));
      if (request.getType() !== "pulumi:pulumi:Stack") onRegistration(request.getName());
      return MockMonitor.prototype[method].call(monitor, request, callback);
    };
  }
  await pulumi.runtime.runInPulumiStack(async () => {
    await program();
  });
  await pulumi.runtime.disconnect();
  return registrations.filter(({ type }) => type !== "pulumi:pulumi:Stack");
}

function registrationOf(request: Request): Registration {
  return {
    type: request.getType(),
    name: request.getName(),
    inputs: (request.getObject?.() ?? request.getProperties?.())?.toJavaScript() ?? {},
    provider: request.getProvider(),
    aliases: (request.getAliasesList?.() ?? []).map((alias) => ({
      name: alias.getSpec()?.getName() ?? "",
      type: alias.getSpec()?.getType() ?? "",
      urn: alias.getUrn(),
    })),
    importId: request.getImportid?.() ?? "",
    deleteBeforeReplace: request.getDeletebeforereplacedefined?.()
      ? request.getDeletebeforereplace?.()
      : undefined,
    version: request.getVersion(),
    pluginDownloadUrl: request.getPlugindownloadurl(),
  };
}
