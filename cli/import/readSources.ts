import { ApiError } from "../../provider/api/apiError";
import type { Session } from "../../provider/lifecycle/session";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { showProgress, stderrLogger } from "../shared/log";
import { assertVersion } from "../shared/pulumi";
import { unlessAborted } from "../shared/stop";
import { lacksKind, listedKinds, objectsOfKind, type TenantObject } from "../shared/tenantObjects";
import { countOf } from "../shared/text";
import { languageOf } from "./languages";
import { readOfficialState } from "./official/readOfficialState";
import { openTarget, openTenant, usesPlugin } from "./openTarget";
import type { ImportOptions } from "./options";
import type { PlanSources } from "./planImport";

export interface Sources extends PlanSources {
  session: Session;
}

/** Reads the stacks, the state of another tool and the tenant. The signal ends this at once. */
export async function readSources(options: ImportOptions, signal: AbortSignal): Promise<Sources> {
  const target = await unlessAborted(signal, openTarget(options.cwd, options.stack));
  const language = languageOf(target.project.runtime, usesPlugin(target), options.language);
  if (!options.list) assertVersion(target.pulumi, language.minimumPulumi);
  const official = await unlessAborted(signal, readOfficialState(options, options.cwd));
  const session = await openTenant(target, language);
  // A takeover looks for objects of every kind, and selects among those that it finds.
  const kinds = official ? undefined : options.kind;
  const objects = await unlessAborted(signal, readKinds(session, kinds, options.list));
  return { target, language, official, session, tenant: session.api.domain, objects };
}

async function readKinds(
  session: Session,
  names: string[] | undefined,
  isList = false,
): Promise<TenantObject[]> {
  const kinds = listedKinds.filter(({ name }) => names?.includes(name) ?? true);
  const { domain } = session.api;
  let read = 0;
  const onPage = (count: number) => {
    read += count;
    showProgress(`reading ${domain}: ${countOf(read, "object")}`);
  };
  const objects = await readTenant(session, kinds, onPage, isList);
  showProgress("");
  return objects;
}

/**
 * All objects of some kinds, in the order of the kinds. `onPage` gets the number of objects of each page. A list
 * goes on without the kinds that the tenant may not have, and says so.
 */
export async function readTenant(
  session: Session,
  kinds: ResourceDefinition[],
  onPage: (count: number) => void,
  isList = false,
): Promise<TenantObject[]> {
  const objects: TenantObject[] = [];
  for (const definition of kinds) {
    const others = kinds.filter((kind) => kind !== definition);
    const ofKind = objectsOfKind(session, definition, onPage).catch((error: unknown) => {
      if (!isList || others.length === 0 || !mayLackKind(error)) {
        throw adviseOtherKinds(error, others);
      }
      stderrLogger.warn(`left out: ${error.message}`);
      return [];
    });
    objects.push(...(await ofKind));
  }
  return objects;
}

/** An older environment answers 404 or 501 for a collection that it does not have, as a gateway may. */
const mayLackKind = (error: unknown): error is ApiError =>
  lacksKind(error) || (error instanceof ApiError && error.kind === "gateway");

/** A token without the permission for one kind, or a tenant without the feature, may grant the others. */
function adviseOtherKinds(error: unknown, others: ResourceDefinition[]): unknown {
  const isOfKind = error instanceof ApiError && (error.status === 403 || error.kind === "gateway");
  if (!isOfKind || others.length === 0) return error;
  const names = others.map(({ name }) => name).join(" ");
  return error.add(`or import the other objects only: --kind ${names}`);
}
