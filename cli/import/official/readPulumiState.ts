import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { parseUrn } from "../../shared/urn";
import { valuesByKey } from "../valuesByKey";
import { pulumiSpelling } from "./officialAttributes";
import { type OfficialResource, officialGuardian, officialResources } from "./officialResources";
import {
  type IgnoredResource,
  type OfficialObject,
  type OfficialState,
  type ReadResource,
  separate,
} from "./officialState";
import { stateFileError } from "./parseStateFile";
import { type PendingOperation, type PulumiResource, readDeployment } from "./pulumiDeployment";
import { findPushCredentials } from "./pushCredentials";
import { hasCiphertext, withoutSecretMarks } from "./secretMarks";
import { type Translated, translateAttributes } from "./translateAttributes";

/** Reads what `pulumi stack export --show-secrets` prints. */
export function readPulumiState(text: string, file: string): OfficialState {
  const { resources, pendingOperations } = readDeployment(text, file);
  assertDecrypted(resources, file);
  const context = {
    dependants: dependantsIn(resources),
    pendingDeletions: pendingDeletionsIn(resources),
    pendingOperations,
  };
  const guardians = resources
    .filter(({ type }) => type === officialGuardian.pulumiType)
    .filter((guardian) => whyIgnored(guardian) === undefined)
    .map(({ urn, fields }) => ({ address: urn, attributes: unmarkedProps(fields.outputs) }));
  const push = findPushCredentials(guardians, pulumiSpelling);
  const read = resources.flatMap((entry) => {
    const official = officialResources.find(({ pulumiType }) => pulumiType === entry.type);
    return official === undefined ? [] : readResource(official, entry, context);
  });
  const { objects, ignored } = separate(read);
  const [first] = resources;
  return {
    ...push,
    tool: "Pulumi",
    ...(first && { stack: parseUrn(first.urn).stack }),
    objects,
    ignored: [...ignored, ...interruptedCreates(resources, pendingOperations), ...push.ignored],
  };
}

const officialTypes = [...officialResources, officialGuardian].map(({ pulumiType }) => pulumiType);

function assertDecrypted(resources: PulumiResource[], file: string): void {
  const encrypted = resources
    .filter(({ type }) => officialTypes.some((official) => official === type))
    .find(({ fields }) => hasCiphertext(fields.inputs) || hasCiphertext(fields.outputs));
  if (encrypted === undefined) return;
  const { stack } = parseUrn(encrypted.urn);
  throw stateFileError(
    file,
    `the secrets in this export are encrypted: pass the name of the stack instead, or run \`pulumi stack export --show-secrets --stack ${stack} > stack.json\`, pass that file, and delete it afterwards`,
  );
}

interface Context {
  /** The URNs of the resources that depend directly on each URN. */
  dependants: Map<string, string[]>;
  /** The ids of the replaced objects of each URN, which Pulumi has still to delete. */
  pendingDeletions: Map<string, string[]>;
  pendingOperations: PendingOperation[];
}

function readResource(
  official: OfficialResource,
  entry: PulumiResource,
  { dependants, pendingDeletions, pendingOperations }: Context,
): ReadResource {
  const { urn, id, fields } = entry;
  const reason = whyIgnored(entry);
  if (reason !== undefined) return { ignored: { address: urn, reason } };
  const pending = pendingOperations.find((operation) => operation.resource.urn === urn);
  const translated = translate(official, fields);
  const object: OfficialObject = {
    kind: official.kind,
    id,
    name: parseUrn(urn).name,
    address: urn,
    ...(pending ? withoutDoubtfulSecrets(translated, pending) : translated),
    dependants: dependants.get(urn) ?? [],
    isProtected: fields.protect === true,
    pendingDeletions: pendingDeletions.get(urn) ?? [],
  };
  return { object };
}

function whyIgnored({ id, fields }: PulumiResource): string | undefined {
  if (fields.external) return "the old program only reads it, by `.get`, and does not manage it";
  if (fields.delete) return `${id} was replaced: the next \`pulumi up\` deletes it`;
  if (fields.pendingReplacement) return `${id} is deleted already, and its replacement is pending`;
  return id === "" ? "it has no id: its creation did not finish" : undefined;
}

/** Outputs are what the provider last knew; a write-only secret is only in the inputs. */
function translate(official: OfficialResource, { outputs, inputs }: Props): Translated {
  const last = translateAttributes(official, unmarkedProps(outputs), pulumiSpelling);
  if (last.secrets.length > 0) return last;
  const fromInputs = translateAttributes(official, unmarkedProps(inputs), pulumiSpelling);
  return isDeepStrictEqual(last.comparedInputs, fromInputs.comparedInputs) ? fromInputs : last;
}

/** After an interruption, the tenant may have the secrets of either program. */
function withoutDoubtfulSecrets(
  { comparedInputs, notes }: Translated,
  { operation }: PendingOperation,
) {
  const note = `Pulumi was interrupted while it was ${operation} it, so its secrets are not taken over`;
  return { comparedInputs, secrets: [], notes: [...notes, note] };
}

/** Creations that were interrupted: the object may exist, and the state does not know its id. */
function interruptedCreates(
  resources: PulumiResource[],
  pendingOperations: PendingOperation[],
): IgnoredResource[] {
  const urns = new Set(resources.map(({ urn }) => urn));
  return pendingOperations
    .filter(({ resource }) =>
      officialResources.some(({ pulumiType }) => pulumiType === resource.type),
    )
    .filter(({ resource }) => !urns.has(resource.urn))
    .map(({ resource, operation }) => ({
      address: resource.urn,
      reason: `Pulumi was interrupted while it was ${operation} it: run \`pulumi refresh\`, and export the stack again`,
    }));
}

function unmarkedProps(properties: Json | undefined): Props {
  const value = withoutSecretMarks(properties);
  return isObject(value) ? value : {};
}

const pendingDeletionsIn = (resources: PulumiResource[]) =>
  valuesByKey(
    resources
      .filter(({ fields }) => fields.delete === true)
      .map(({ urn, id }): [string, string] => [urn, id]),
  );

/** The resources that depend directly on each resource, in the ways for which `pulumi state delete` refuses. */
const dependantsIn = (resources: PulumiResource[]) =>
  valuesByKey(
    resources.flatMap(({ urn, fields }) =>
      [...new Set(referencesOf(fields))].map((reference): [string, string] => [reference, urn]),
    ),
  );

/** `GetAllDependencies` in pkg/resource of pulumi/pulumi. No provider is an object of ours. */
function referencesOf(fields: Props): string[] {
  const { dependencies, propertyDependencies, parent, deletedWith, replaceWith } = fields;
  const ofProperties = isObject(propertyDependencies) ? Object.values(propertyDependencies) : [];
  return [dependencies, ...ofProperties, parent, deletedWith, replaceWith]
    .flat()
    .filter((reference) => typeof reference === "string");
}
