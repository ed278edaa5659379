import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { type OtherFiles, parseStateFile, stateFileError } from "./parseStateFile";

/** A resource in a state of version 4: `resourceStateV4` in internal/states/statefile of hashicorp/terraform. */
export interface TerraformResource {
  /** `managed`, or `data` for a data source. */
  mode: string;
  type: string;
  name: string;
  /** The address of its module, with instance keys; empty for the root module. */
  module: string;
  provider: string;
  instances: Props[];
}

const pull =
  "run `terraform state pull > state.json` (`tofu state pull` with OpenTofu), and pass that file";

const otherFiles: OtherFiles = [
  ["encrypted_data", `OpenTofu has encrypted this state: ${pull}; delete it afterwards`],
  ["deployment", "this is a state of Pulumi: pass it with --from-pulumi"],
  ["checkpoint", "this is a state of Pulumi: pass it with --from-pulumi"],
  ["planned_values", `this is a plan and not a state: ${pull}`],
  ["format_version", `this is the output of \`terraform show -json\` and not a state: ${pull}`],
  ["backend", `this file in .terraform says where the state is, and is not the state: ${pull}`],
];

/** Reads the resources of a state of Terraform or OpenTofu. */
export function readTerraformResources(text: string, file: string): TerraformResource[] {
  const state = parseStateFile(text, file, otherFiles);
  assertVersion(state, file);
  const { resources } = state;
  if (!Array.isArray(resources)) {
    throw stateFileError(file, "the state is broken: resources is not a list");
  }
  return resources.map((value, index) => {
    const resource = readResource(value);
    if (resource !== undefined) return resource;
    throw stateFileError(file, `the state is broken: resources[${index}] is not a resource`);
  });
}

/** Beside its version, a state has one of these. The oldest ones have no lineage. */
const stateKeys = ["lineage", "serial", "terraform_version"];

function assertVersion(state: Props, file: string): void {
  const { version } = state;
  if (typeof version !== "number" || !stateKeys.some((key) => Object.hasOwn(state, key))) {
    throw stateFileError(file, `the file is not a state of Terraform: ${pull}`);
  }
  if (version === 4) return;
  const upgrade =
    "run `terraform apply -refresh-only` with Terraform 1.0 or newer, which writes version 4, then `terraform state pull > state.json`, and pass that file";
  const advice = version < 4 ? upgrade : "update pulumi-auth0-native";
  throw stateFileError(
    file,
    `this is a Terraform state of version ${version}; only version 4 can be read: ${advice}`,
  );
}

function readResource(value: Json): TerraformResource | undefined {
  if (!isObject(value)) return undefined;
  const { mode, type, name, module = "", provider = "", instances } = value;
  if (typeof mode !== "string" || typeof type !== "string" || typeof name !== "string") {
    return undefined;
  }
  if (typeof module !== "string" || typeof provider !== "string" || !Array.isArray(instances)) {
    return undefined;
  }
  return { mode, type, name, module, provider, instances: instances.filter(isObject) };
}
