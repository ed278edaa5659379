import { valuesByKey } from "../valuesByKey";
import { codeAfter, type InstructionBlock, listAfter } from "./instructions";
import type { OfficialObject, OfficialState } from "./officialState";
import { visibleShellWord } from "./visibleShellWord";

/**
 * `removed` blocks for the resources of which every instance is taken, and `state rm` for all. Both are
 * safe only together with the deletion of the resource blocks: a block without its object in the state
 * creates the object again, and an object in the state without its block is deleted.
 */
export function forgetTerraform(state: OfficialState, taken: OfficialObject[]): InstructionBlock[] {
  const staying = stayingAddresses(state, taken);
  const isPartial = ({ resourceAddress = "" }: OfficialObject) => staying.has(resourceAddress);
  const whole = taken.filter((object) => !isPartial(object));
  const partial = taken.filter(isPartial);
  const { tool } = state;
  const cli = tool === "OpenTofu" ? "tofu" : "terraform";
  return [
    {
      text: `${tool} still manages these objects. It deletes an object whose resource block is gone, and creates one again whose state is gone. So stop every pipeline that runs ${tool}, and do all of the following before you start one again.`,
    },
    ...listAfter(
      "These resources refer to the objects: replace each reference by the id of the object, as text.",
      referencesTo(taken),
    ),
    ...listAfter(
      `These addresses also have replaced objects in the state, which would be forgotten too: run \`${cli} apply\` first, and check that its plan deletes these and nothing else.`,
      taken.flatMap(describePendingDeletions),
    ),
    ...codeAfter(
      `With ${tool} 1.7 or newer, replace the resource blocks with these blocks in the root module, and run \`${cli} apply\`. Its plan says "0 to destroy".${tool === "OpenTofu" ? oldOpenTofu : ""}`,
      "hcl",
      removedBlocks(whole),
    ),
    ...codeAfter(
      `With any version, you can run these commands instead, and then delete the resource blocks before anybody runs \`${cli} apply\`.`,
      "sh",
      whole.map((object) => removeCommand(cli, object)),
    ),
    ...codeAfter(
      `Other instances of these resources stay, and a \`removed\` block cannot name an instance. Run these commands, and then take the instances out of \`for_each\`, or lower \`count\`, before anybody runs \`${cli} apply\`.`,
      "sh",
      [
        ...partial.map((object) => removeCommand(cli, object)),
        ...renumberCommands(cli, partial, staying),
      ],
    ),
  ];
}

const oldOpenTofu =
  " OpenTofu before 1.10 does not accept `lifecycle` here: leave it out there, and only there.";

/** The addresses of the instances that stay in the state, by the address of their resource. */
function stayingAddresses(
  { objects, ignored }: OfficialState,
  taken: OfficialObject[],
): Map<string, string[]> {
  const takenAddresses = new Set(taken.map(({ address }) => address));
  return valuesByKey(
    [...objects, ...ignored].flatMap(({ address, resourceAddress }): [string, string][] =>
      resourceAddress === undefined || takenAddresses.has(address)
        ? []
        : [[resourceAddress, address]],
    ),
  );
}

/** Resources that are taken as well go with their references. */
function referencesTo(taken: OfficialObject[]): string[] {
  const resources = new Set(taken.map(({ resourceAddress }) => resourceAddress));
  return taken.flatMap(({ address, id, dependants }) => {
    const others = dependants.filter((dependant) => !resources.has(dependant));
    return others.length > 0 ? [`${quoteAll(others)}: \`${address}\` is "${id}"`] : [];
  });
}

const describePendingDeletions = ({ address, pendingDeletions }: OfficialObject): string[] =>
  pendingDeletions.length > 0 ? [`\`${address}\`: ${quoteAll(pendingDeletions)}`] : [];

const quoteAll = (names: string[]): string => names.map((name) => `\`${name}\``).join(", ");

function removedBlocks(objects: OfficialObject[]): string[] {
  const addresses = new Set(objects.map(({ resourceAddress = "" }) => resourceAddress));
  return [...addresses].flatMap((address) => [
    "removed {",
    `  from = ${address}`,
    "  lifecycle {",
    "    destroy = false",
    "  }",
    "}",
  ]);
}

const removeCommand = (cli: string, { address }: OfficialObject): string =>
  `${cli} state rm ${visibleShellWord(address)}`;

/** `count` numbers instances without gaps, so those that stay move down. */
function renumberCommands(
  cli: string,
  partial: OfficialObject[],
  staying: Map<string, string[]>,
): string[] {
  const resources = new Set(partial.map(({ resourceAddress = "" }) => resourceAddress));
  return [...resources].flatMap((resource) =>
    moves(staying.get(resource) ?? []).map(
      ([from, to]) => `${cli} state mv ${visibleShellWord(from)} ${visibleShellWord(to)}`,
    ),
  );
}

/** Instances of `count` by ascending index, each with the first free address. */
function moves(addresses: string[]): [from: string, to: string][] {
  const indexes = valuesByKey(
    [...new Set(addresses)].flatMap((address): [string, number][] => {
      const [, base, index] = /^(.*)\[(\d+)\]$/s.exec(address) ?? [];
      return base === undefined ? [] : [[base, Number(index)]];
    }),
  );
  return [...indexes].flatMap(([base, used]) =>
    used
      .sort((a, b) => a - b)
      .map((index, free): [string, string] => [`${base}[${index}]`, `${base}[${free}]`])
      .filter(([from, to]) => from !== to),
  );
}
