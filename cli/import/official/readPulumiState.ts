import { isObject } from "../../../provider/shared/json";
import { shellQuoted } from "../../../provider/shared/shellWord";
import { parseUrn } from "../../../provider/shared/urn";
import { plainValue, type StateResource, stateOf } from "../../shared/state";
import { displayName, escapeInvisible } from "../../shared/text";
import { type OfficialState, parseStateFile, readResources } from "./officialState";

/** The file has secrets, so the command limits who can read it. */
export const exportAdvice =
  "run `(umask 077; pulumi stack export --show-secrets --stack <stack> > stack.json)` in the " +
  "folder of the old program, pass that file, and delete it afterwards";

const advice = `Pass the name of the stack, or ${exportAdvice}`;

export function readPulumiState(text: string, file: string): OfficialState {
  // `pulumi state delete` rejects an object that others depend on, and these follow it in the state.
  const resources = exportedResources(text, file).reverse();
  const [first] = resources;
  const stack = displayName(parseUrn(first?.urn ?? "").stack);
  return {
    ...readResources(resources, "pulumiType", (resource) => readResource(resource, file)),
    forgetText:
      `Pulumi still manages these objects in the stack ${stack}. ` +
      "Follow these steps in order, because a different order can delete or duplicate objects:\n\n" +
      "1. Stop every pipeline that runs the old program.\n" +
      "2. Run the commands below in the old program's folder. If a command fails because another resource " +
      "depends on the object, hard-code the object's ID in the old program, run `pulumi up`, and run " +
      "the command again.\n" +
      "3. Delete the resources from the old program.\n" +
      "4. Only then run `pulumi up` there.",
  };
}

function exportedResources(text: string, file: string): StateResource[] {
  const { version, deployment } = parseStateFile(text, file);
  // A stack without resources may have no deployment.
  if (typeof version !== "number" || (!isObject(deployment) && deployment !== null)) {
    throw new Error(`${file} isn't the export of a Pulumi stack. ${advice}`);
  }
  const { resources, pending } = stateOf(deployment);
  if (pending.length > 0) {
    throw new Error(
      `${file} has interrupted operations. Run \`pulumi refresh\` in the old stack, and export it again.`,
    );
  }
  return resources;
}

function readResource(resource: StateResource, file: string) {
  const { urn: address, id, name, isRead, isReplaced, isProtected, outputs } = resource;
  if (isRead) {
    const reason = "the old program only reads it, with `.get`";
    return { address, reason };
  }
  if (id === "") return { address, reason: "it has no ID, because its creation didn't finish" };
  if (isReplaced) {
    const reason =
      `${id} was replaced, but isn't deleted yet. Run \`pulumi up\` ` +
      "before you run the `pulumi state delete` commands";
    return { address, reason };
  }
  const revealed = plainValue(outputs, file, advice);
  // The command doesn't find a name with escapes, so it can't forget a wrong object.
  const [urnWord, stackWord] = [address, parseUrn(address).stack]
    .map(escapeInvisible)
    .map(shellQuoted);
  const force = isProtected ? " --force" : "";
  return {
    id,
    name,
    properties: isObject(revealed) ? revealed : {},
    forgetCommand: `pulumi state delete ${urnWord} --stack ${stackWord} --yes${force}`,
  };
}
