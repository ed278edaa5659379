import { parseUrn } from "../../provider/shared/urn";
import { resourceNameOf } from "../../provider/stateContract";
import {
  type ManagedObject,
  type SharedReport,
  type StackReport,
  stackReport,
} from "../reports/drift/report";
import { stackLabel } from "../reports/drift/summary";

type ManagingStack = Pick<StackReport, "folder" | "name" | "managed">;

/** Adds to the reports the objects that several resources manage, in these stacks or in others. */
export function withOwners(stacks: StackReport[], others: ManagingStack[] = []): StackReport[] {
  // A URN is an owner once, because one stack can be checked under several names.
  const owners = new Map<string, Map<string, SharedReport["owners"][number]>>();
  const add = (stack: string, object: ManagedObject) => {
    const { urn } = object;
    const known = owners.get(keyOf(object)) ?? new Map();
    owners.set(keyOf(object), known.set(urn, { stack, name: parseUrn(urn).name, urn }));
  };
  for (const stack of [...stacks, ...others]) {
    for (const object of stack.managed ?? []) add(stackLabel(stack), object);
  }
  return stacks.map(({ result: _, ...stack }) => {
    const shared = (stack.managed ?? []).flatMap((object): SharedReport[] => {
      const all = [...(owners.get(keyOf(object))?.values() ?? [])];
      const more = all.filter(({ urn }) => urn !== object.urn);
      const { name } = parseUrn(object.urn);
      return more.length > 0 ? [{ ...object, kind: kindOf(object), name, owners: more }] : [];
    });
    // A report keeps the owners in other stacks, which a merge doesn't see.
    return stackReport({ ...stack, ...(shared.length > 0 && { shared }) });
  });
}

const keyOf = (object: ManagedObject): string =>
  JSON.stringify([object.tenant, kindOf(object), object.id]);

const kindOf = ({ urn }: ManagedObject): string =>
  resourceNameOf(parseUrn(urn).types.at(-1) ?? "") ?? "";
