import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { PulumiCommand } from "@pulumi/pulumi/automation";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import type { Props } from "../../provider/shared/json";
import { exportStack, parseTarget } from "../shared/pulumi";
import type { OfficialObject, OfficialState } from "./official/officialState";
import { readPulumiState } from "./official/readPulumiState";
import { readTerraformState } from "./official/readTerraformState";
import { secretsThatHold } from "./official/secretsThatHold";
import type { SkippedObject } from "./plan";
import { type FindSecret, setAt } from "./plannedObjects";
import type { StackObject } from "./stackObjects";
import type { TenantObject } from "./tenant";

/** Where the state of an official provider is. */
export interface StateSource {
  /** A state file of Terraform or OpenTofu. */
  fromTerraform?: string;
  /** A stack, or a file that `pulumi stack export --show-secrets` has written. */
  fromPulumi?: string;
}

/** The state of the official provider that a user names, with its secrets; undefined if the user names none. */
export async function readOfficialState(
  { fromTerraform, fromPulumi }: StateSource,
  pulumi: PulumiCommand,
  cwd: string,
): Promise<OfficialState | undefined> {
  if (fromTerraform !== undefined) {
    return readTerraformState(await readFile(fromTerraform, "utf8"), fromTerraform);
  }
  if (fromPulumi === undefined) return undefined;
  const text = await readFile(fromPulumi, "utf8").catch(() => undefined);
  if (text !== undefined) return readPulumiState(text, fromPulumi);
  const exported = await exportStack(pulumi, parseTarget(fromPulumi, cwd), { showSecrets: true });
  return readPulumiState(exported, `the state of ${fromPulumi}`);
}

/** What an import takes over from another tool. */
export interface Takeover {
  /** With the names of the old program. */
  objects: TenantObject[];
  skipped: SkippedObject[];
  findSecret: FindSecret;
}

/** Finds the objects of an official provider's state in a tenant. Throws where none of them is there. */
export function takeOver(
  state: OfficialState,
  inTenant: TenantObject[],
  inStacks: StackObject[],
  tenant: string,
): Takeover {
  const live = new Map(inTenant.map((object) => [object.id, object]));
  const holders = new Map(inStacks.filter(isOwn).map((resource) => [resource.id, resource]));
  const objects: TenantObject[] = [];
  const skipped: SkippedObject[] = [];
  // Two resources of the old tool may manage the same object.
  const byId = new Map(state.objects.map((official) => [official.id, official]));
  for (const official of byId.values()) {
    const { kind, id, name } = official;
    const object = live.get(id);
    const holder = holders.get(id);
    if (object && !holder) objects.push(withNotes(object, official));
    else skipped.push({ kind, id, label: name, reasons: [whyNot(holder, tenant)] });
  }
  if (state.objects.length > 0 && objects.length === 0) {
    const [first] = skipped;
    throw new Error(
      `none of the ${state.objects.length} objects in that state can be taken over (of ${first?.id}: ${first?.reasons}); check that the stack is configured for their tenant`,
    );
  }
  const push = pushCredentials(state, tenant).filter(({ kind }) =>
    inStacks.every((one) => one.kind !== kind),
  );
  return { objects: [...objects, ...push], skipped, findSecret: secretsOf(state) };
}

const isOwn = ({ isOfficial }: StackObject) => !isOfficial;

const whyNot = (holder: StackObject | undefined, tenant: string) =>
  holder
    ? `the stack ${holder.stack} holds it already, as "${holder.name}"`
    : `${tenant} does not list it`;

/** The object with its name in the old program, and with what a person should know. */
function withNotes(object: TenantObject, official: OfficialObject): TenantObject {
  const { name: label, notes, secrets } = official;
  const isKept = secretsThatHold(official, object.inputs).length === secrets.length;
  const changed = isKept
    ? []
    : [
        "Its destination was changed outside of the old tool, so the secret in the old state may be another one: set the secret yourself.",
      ];
  return { ...object, label, notes: [...object.notes, ...notes, ...changed] };
}

/** The push credentials, which the tenant does not list. */
function pushCredentials(
  { pushCredentials: found }: OfficialState,
  tenant: string,
): TenantObject[] {
  if (found === undefined) return [];
  const { kind, id, secret } = found;
  const inputs = setAt({}, secret.path, secretPlaceholder) as Props;
  const unknown = { createdAt: "", notes: [], undeclared: [], failures: [] };
  return [{ ...unknown, kind, id, label: "push", inputs, outs: { tenant } }];
}

/** Finds secrets in the state of an official provider. */
function secretsOf({ objects, pushCredentials }: OfficialState): FindSecret {
  const byId = new Map(objects.map((object) => [object.id, object]));
  return ({ id, inputs }, { path }) => {
    const official = byId.get(id);
    const values = official ? secretsThatHold(official, inputs) : [];
    const push = pushCredentials?.id === id ? [pushCredentials.secret] : [];
    const found = [...values, ...push].find((secret) => isDeepStrictEqual(secret.path, path));
    return found && { value: found.value, source: "other tool" };
  };
}
