import { isObject, type Props } from "../../../provider/shared/json";
import { valuesByKey } from "../valuesByKey";
import { terraformSpelling, textAt } from "./officialAttributes";
import { type OfficialResource, officialGuardian, officialResources } from "./officialResources";
import { type OfficialState, type ReadResource, separate } from "./officialState";
import { findPushCredentials } from "./pushCredentials";
import { instanceKey, keySuffix, moduleWords, withoutKeys } from "./terraformAddress";
import { readTerraformResources, type TerraformResource } from "./terraformResources";
import { translateAttributes } from "./translateAttributes";

/** Reads the state of Terraform or OpenTofu, as `terraform state pull` prints it. */
export function readTerraformState(text: string, file: string): OfficialState {
  const resources = readTerraformResources(text, file);
  const dependants = dependantsIn(resources);
  const ofType = (type: string) =>
    resources.filter((resource) => resource.mode === "managed" && resource.type === type);

  const read = officialResources.flatMap((official) =>
    ofType(official.terraformType).flatMap((resource) =>
      readInstances(official, instancesOf(resource), dependants),
    ),
  );
  const { objects, ignored } = separate(read);
  const guardians = ofType(officialGuardian.terraformType)
    .flatMap(instancesOf)
    .filter(({ isDeposed }) => !isDeposed);
  const push = findPushCredentials(guardians, terraformSpelling);
  return {
    ...push,
    tool: resources.some(isFromOpenTofu) ? "OpenTofu" : "Terraform",
    objects,
    ignored: [...ignored, ...push.ignored],
  };
}

const isFromOpenTofu = ({ type, provider }: TerraformResource): boolean =>
  type.startsWith("auth0_") && provider.includes("registry.opentofu.org");

interface Instance {
  /** With instance keys. */
  address: string;
  name: string;
  id: string | undefined;
  attributes: Props;
  isTainted: boolean;
  /** Whether it was replaced by another one, created before, and waits for its deletion. */
  isDeposed: boolean;
}

/** The address of a resource; modules keep their keys. */
function addressOf({ module, mode, type, name }: TerraformResource): string {
  return [module, mode === "data" ? "data" : "", type, name].filter(Boolean).join(".");
}

function instancesOf(resource: TerraformResource): Instance[] {
  const address = addressOf(resource);
  const words = [...moduleWords(resource.module), resource.name];
  return resource.instances.map(({ index_key, attributes: value, status, deposed }) => {
    // Terraform 0.11 kept attributes in another form, which an `apply` rewrites.
    const attributes = isObject(value) ? value : {};
    const key = instanceKey(index_key);
    return {
      address: address + keySuffix(key),
      name: (key === undefined ? words : [...words, key]).join("-"),
      id: textAt(attributes, "id"),
      attributes,
      isTainted: status === "tainted",
      isDeposed: deposed !== undefined,
    };
  });
}

function readInstances(
  official: OfficialResource,
  instances: Instance[],
  dependants: Map<string, string[]>,
): ReadResource[] {
  const deposedIds = valuesByKey(
    instances.flatMap(({ address, id, isDeposed }): [string, string][] =>
      isDeposed && id !== undefined ? [[address, id]] : [],
    ),
  );
  return instances.map(({ address, name, id, attributes, isTainted, isDeposed }) => {
    const resourceAddress = withoutKeys(address);
    if (id === undefined || isDeposed) {
      const reason = id === undefined ? withoutId : deposedReason(id);
      return { ignored: { address, resourceAddress, reason } };
    }
    const translated = translateAttributes(official, attributes, terraformSpelling);
    const object = {
      ...translated,
      kind: official.kind,
      id,
      name,
      address,
      resourceAddress,
      dependants: dependants.get(resourceAddress) ?? [],
      isProtected: false,
      pendingDeletions: deposedIds.get(address) ?? [],
      notes: isTainted ? [...translated.notes, taintedNote] : translated.notes,
    };
    return { object };
  });
}

const withoutId =
  "it has no id: its creation did not finish, or the state is older than Terraform 0.12";

const deposedReason = (id: string) => `${id} was replaced: the next \`terraform apply\` deletes it`;

const taintedNote =
  "it is tainted: the next `terraform apply` replaces it, unless the state forgets it first";

/** The resources and data sources that depend on each resource; Terraform keeps no keys there. */
function dependantsIn(resources: TerraformResource[]): Map<string, string[]> {
  const dependants = new Map<string, Set<string>>();
  for (const resource of resources) {
    const dependant = withoutKeys(addressOf(resource));
    for (const { dependencies } of resource.instances) {
      for (const dependency of Array.isArray(dependencies) ? dependencies : []) {
        const address = String(dependency);
        dependants.set(address, (dependants.get(address) ?? new Set()).add(dependant));
      }
    }
  }
  return new Map([...dependants].map(([address, set]) => [address, [...set]]));
}
