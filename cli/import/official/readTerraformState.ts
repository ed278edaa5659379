import {
  isObject,
  type Json,
  mapProps,
  objectsIn,
  type Props,
} from "../../../provider/shared/json";
import { shellQuoted } from "../../../provider/shared/shellWord";
import { escapeInvisible } from "../../shared/text";
import { camelCase } from "../resourceNames";
import { type OfficialState, parseStateFile, readResources } from "./officialState";

const advice =
  "Run `(umask 077; terraform show -json > state.json)` in the folder of the old program " +
  "(`tofu` with OpenTofu), pass that file, and delete it afterwards";

/** Reads the output of `terraform show -json` (Terraform's page "JSON Output Format"). */
export function readTerraformState(text: string, file: string): OfficialState {
  const resources = resourcesIn(shownValues(text, file).root_module).filter(
    ({ mode }) => mode === "managed",
  );
  const isOpenTofu = resources.some(({ provider_name: provider }) =>
    String(provider).startsWith("registry.opentofu.org/"),
  );
  const [tool, cli] = isOpenTofu ? ["OpenTofu", "tofu"] : ["Terraform", "terraform"];
  return {
    ...readResources(resources, "terraformType", (resource) => readResource(resource, cli)),
    forgetText:
      `${tool} still manages these objects. ` +
      "Follow these steps in order, because a different order can delete or duplicate objects:\n\n" +
      `1. Stop every pipeline that runs ${tool}.\n` +
      "2. Run the commands below in the old program's folder.\n" +
      "3. Delete the resource blocks, or these instances of `for_each` and `count`. " +
      `If other \`count\` instances remain, renumber them with \`${cli} state mv\`.\n` +
      "4. Replace references to the objects with their hard-coded IDs.\n" +
      `5. Run \`${cli} plan\`. Only if it neither creates nor deletes an object, run \`${cli} apply\`.`,
  };
}

function shownValues(text: string, file: string): Props {
  const shown = parseStateFile(text, file);
  const { format_version: version, values } = shown;
  if ("lineage" in shown || "serial" in shown) {
    throw new Error(
      `${file} is a raw Terraform state, not the output of \`terraform show -json\`. ${advice}`,
    );
  }
  if (typeof version !== "string" || !isObject(values)) {
    throw new Error(`${file} isn't the output of \`terraform show -json\` for a state. ${advice}`);
  }
  return values;
}

const resourcesIn = (module: Json | undefined): Props[] =>
  isObject(module)
    ? [...objectsIn(module.resources), ...objectsIn(module.child_modules).flatMap(resourcesIn)]
    : [];

function readResource(resource: Props, cli: string) {
  const { type, deposed_key: deposed, values } = resource;
  const address = String(resource.address);
  const attributes = isObject(values) ? values : {};
  const id = String(attributes.id ?? "");
  if (id === "") return { address, reason: "it has no ID, because its creation didn't finish" };
  if (deposed !== undefined) {
    const reason =
      `${id} was replaced, but isn't deleted yet. Run \`${cli} apply\` ` +
      `before you run the \`${cli} state rm\` commands`;
    return { address, reason };
  }
  return {
    id,
    name: address.replace(/(^|\.)module\./g, "$1").replace(`${type}.`, ""),
    properties: pulumiForm(attributes),
    // The tool reads an escape in a key of an address as the character.
    forgetCommand: `${cli} state rm ${shellQuoted(escapeInvisible(address))}`,
  };
}

/** Attributes as pulumi-terraform-bridge has them: in camelCase, and a list of one block as the block. */
function pulumiForm(attributes: Props): Props {
  const renamed = Object.entries(attributes).map(([name, value]) => [camelCase(name), value]);
  return mapProps(Object.fromEntries(renamed) as Props, (value) => {
    const block = Array.isArray(value) ? value[0] : value;
    return isObject(block) ? pulumiForm(block) : value;
  });
}
