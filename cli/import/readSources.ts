import type { Session } from "../../provider/lifecycle/session";
import { showProgress } from "../shared/log";
import { assertVersion } from "../shared/pulumi";
import { unlessAborted } from "../shared/stop";
import { listedKinds, type TenantObject } from "../shared/tenantObjects";
import { countOf } from "../shared/text";
import { languageOf } from "./languages";
import { readOfficialState } from "./official/readOfficialState";
import { openTarget, openTenant, usesPlugin } from "./openTarget";
import type { ImportOptions } from "./options";
import type { PlanSources } from "./planImport";
import { readTenant } from "./tenant";

/** Everything that an import depends on. */
export interface Sources extends PlanSources {
  session: Session;
}

/** Reads the stacks, the state of another tool and the tenant. The signal ends this at once. */
export async function readSources(options: ImportOptions, signal: AbortSignal): Promise<Sources> {
  const target = await unlessAborted(signal, openTarget(options.cwd, options.stack));
  const language = languageOf(target.project.runtime, usesPlugin(target), options.language);
  if (!options.list) assertVersion(target.pulumi, language.minimumPulumi);
  const official = await unlessAborted(
    signal,
    readOfficialState(options, target.pulumi, options.cwd),
  );
  const session = await openTenant(target, language);
  // A takeover looks for objects of every kind, and selects among those that it finds.
  const kinds = official ? undefined : options.kind;
  const objects = await unlessAborted(signal, readKinds(session, kinds));
  return { target, language, official, session, tenant: session.api.domain, objects };
}

async function readKinds(session: Session, names: string[] | undefined): Promise<TenantObject[]> {
  const kinds = listedKinds.filter(({ name }) => names?.includes(name) ?? true);
  const { domain } = session.api;
  let read = 0;
  const objects = await readTenant(session, kinds, (count) => {
    read += count;
    showProgress(`reading ${domain}: ${countOf(read, "object")}`);
  });
  showProgress("");
  return objects;
}
