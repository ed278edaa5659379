import { readFile } from "node:fs/promises";
import type { Session } from "../../provider/lifecycle/session";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { showProgress, stderrLogger } from "../shared/log";
import { assertVersion, exportWithSecrets, filledImports, parseTarget } from "../shared/pulumi";
import { unlessAborted } from "../shared/stop";
import { lacksKind, listedKinds, objectsOfKinds, type TenantObject } from "../shared/tenantObjects";
import { countOf } from "../shared/text";
import type { OfficialState } from "./official/officialState";
import { exportAdvice, readPulumiState } from "./official/readPulumiState";
import { readTerraformState } from "./official/readTerraformState";
import { type ImportTarget, openTarget, openTenant, usesPlugin } from "./openTarget";
import type { ImportOptions } from "./options";

export interface Sources {
  target: ImportTarget;
  /** Whether the plugin serves the program. Then Pulumi reads the objects and writes their code. */
  isPlugin: boolean;
  session: Session;
  tenant: string;
  objects: TenantObject[];
  /** The state of another tool, if the user passes one. */
  official: OfficialState | undefined;
}

/** Reads the stacks, the state of another tool, and the tenant. The signal ends this right away. */
export async function readSources(options: ImportOptions, signal: AbortSignal): Promise<Sources> {
  const target = await unlessAborted(signal, openTarget(options.cwd, options.stack));
  if (target.project.runtime === "bun") throw new Error(noBun);
  const isPlugin = options.plugin || usesPlugin(target);
  if (!options.list && !isPlugin) assertVersion(target.pulumi, filledImports);
  const official = await unlessAborted(signal, readOfficialState(options));
  const session = await openTenant(target, isPlugin);
  // A takeover looks for objects of every kind, and selects among those that it finds.
  const names = official ? undefined : options.kind;
  const kinds = listedKinds.filter(({ name }) => names?.includes(name) ?? true);
  const objects = await unlessAborted(signal, readTenant(session, kinds));
  return { target, isPlugin, official, session, tenant: session.api.domain, objects };
}

/** The state of another tool, if the user passes one. */
export async function readOfficialState({
  fromTerraform,
  fromPulumi,
  cwd,
}: Pick<ImportOptions, "fromTerraform" | "fromPulumi" | "cwd">): Promise<
  OfficialState | undefined
> {
  if (fromTerraform !== undefined) {
    const text = await readFile(fromTerraform, "utf8").catch((error: Error) => {
      throw new Error(
        `--from-terraform ${fromTerraform} can't be read (${error.message}). Pass a file that \`terraform show -json\` wrote.`,
      );
    });
    return readTerraformState(text, fromTerraform);
  }
  if (fromPulumi === undefined) return undefined;
  const text = await readFile(fromPulumi, "utf8").catch((error: NodeJS.ErrnoException) => {
    // A folder may have the name of a stack.
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(error.code ?? "")) return undefined;
    throw new Error(`--from-pulumi ${fromPulumi} can't be read: ${error.message}`);
  });
  if (text !== undefined) return readPulumiState(text, fromPulumi);
  const exported = await exportWithSecrets(parseTarget(fromPulumi, cwd)).catch((error: Error) => {
    const reason = error.message.trim().replace(/^error: /, "");
    throw new Error(
      `--from-pulumi ${fromPulumi} isn't a file, and can't be exported as a stack: ${reason}
Pass the name of a stack in this project, or folder:stack with the folder of another project. If the stack has a different passphrase or backend, ${exportAdvice}`,
    );
  });
  return readPulumiState(exported, `the state of ${fromPulumi}`);
}

const noBun =
  "This command doesn't support the runtime bun. " +
  "Set `runtime: nodejs` in Pulumi.yaml for the import, and `bun` again afterwards.";

/** All objects of some kinds, in the order of the kinds, without kinds that the tenant's plan lacks. */
export async function readTenant(
  session: Session,
  kinds: ResourceDefinition[],
): Promise<TenantObject[]> {
  let read = 0;
  const onPage = (count: number) => {
    read += count;
    showProgress(`reading ${session.api.domain}: ${countOf(read, "object")}`);
  };
  const onFailure = (error: unknown) => {
    if (!lacksKind(error)) throw error;
    stderrLogger.warn(`Some objects aren't listed: ${error.message}`);
  };
  const objects = await objectsOfKinds(session, kinds, onFailure, onPage);
  showProgress("");
  return objects;
}
