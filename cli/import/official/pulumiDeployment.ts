import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { type OtherFiles, parseStateFile, stateFileError } from "./parseStateFile";

/** A resource in a deployment, or a note of an operation that was interrupted. */
export interface PulumiResource {
  urn: string;
  type: string;
  id: string;
  /** All other fields, as `ResourceV3` in sdk/go/common/apitype of pulumi/pulumi has them. */
  fields: Props;
}

export interface PendingOperation {
  /** `creating`, `updating`, `deleting`, `reading` or `importing`. */
  operation: string;
  resource: PulumiResource;
}

interface PulumiDeployment {
  resources: PulumiResource[];
  pendingOperations: PendingOperation[];
}

const exportAgain =
  "run `pulumi stack export --show-secrets --stack <stack> > stack.json`, and pass that file, or pass the stack's name";

const otherFiles: OtherFiles = [
  ["checkpoint", `this is a file of Pulumi's backend, whose secrets are encrypted: ${exportAgain}`],
  ["lineage", "this is a state of Terraform or OpenTofu: pass it with --from-terraform"],
  ["encrypted_data", "this is a state of OpenTofu: pass it with --from-terraform"],
];

/** The features of version 4, as pkg/resource/stack/deployment.go of pulumi/pulumi 3.259 has them. */
const knownFeatures = [
  "refreshBeforeUpdate",
  "views",
  "hooks",
  "taint",
  "replaceWith",
  "snippets-prototype",
  "extensionParameterization",
  "byteString",
];

/** Reads what `pulumi stack export` prints. */
export function readDeployment(text: string, file: string): PulumiDeployment {
  const exported = parseStateFile(text, file, otherFiles);
  assertKnownVersion(exported, file);
  // A stack without resources may have no deployment.
  const deployment = isObject(exported.deployment) ? exported.deployment : {};
  const { resources = [], pending_operations: operations = [] } = deployment;
  if (!Array.isArray(resources) || !Array.isArray(operations)) {
    throw stateFileError(file, "the export is broken: deployment.resources is not a list");
  }
  return {
    resources: resources.map((value, index) => {
      const resource = readResource(value);
      if (resource !== undefined) return resource;
      const where = `deployment.resources[${index}]`;
      throw stateFileError(file, `the export is broken: ${where} has no urn or no type`);
    }),
    pendingOperations: operations.filter(isObject).flatMap(({ type, resource }) => {
      const pending = readResource(resource);
      return pending === undefined ? [] : [{ operation: String(type), resource: pending }];
    }),
  };
}

function assertKnownVersion({ version, features, deployment }: Props, file: string): void {
  if (typeof version !== "number" || deployment === undefined) {
    throw stateFileError(file, `the file is not an export of a Pulumi stack: ${exportAgain}`);
  }
  if (version < 3) {
    const advice = "run `pulumi refresh` with a current Pulumi CLI, and export the stack again";
    throw stateFileError(file, `the export has version ${version}, which is too old: ${advice}`);
  }
  if (version > 4) {
    const advice = "update pulumi-auth0-native";
    throw stateFileError(
      file,
      `the export has version ${version}, and 4 is the newest known: ${advice}`,
    );
  }
  const unknown = (Array.isArray(features) ? features : []).filter(
    (feature) => !knownFeatures.includes(String(feature)),
  );
  if (unknown.length > 0) {
    const names = unknown.join(", ");
    throw stateFileError(
      file,
      `the export uses features of Pulumi that are not known (${names}): update pulumi-auth0-native`,
    );
  }
}

function readResource(value: Json | undefined): PulumiResource | undefined {
  if (!isObject(value)) return undefined;
  const { urn, type, id } = value;
  if (typeof urn !== "string" || typeof type !== "string") return undefined;
  return { urn, type, id: typeof id === "string" ? id : "", fields: value };
}
