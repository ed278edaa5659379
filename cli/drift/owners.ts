import { parseUrn } from "../../provider/shared/urn";
import { resourceNameOf } from "../../provider/stateContract";
import {
  type ManagedObject,
  type OwnerReport,
  type SharedReport,
  type StackReport,
  stackReport,
} from "../reports/drift/report";
import { stackLabel } from "../reports/drift/summary";
import type { StackObject } from "../shared/stackObjects";

type OwnedObject = ManagedObject & { stack: string };

/** The objects that stacks manage. A state of the official provider doesn't have the tenant, so it can't be compared. */
export const managedObjects = (objects: StackObject[]): OwnedObject[] =>
  objects.flatMap(({ stack, urn, id, tenant, isRead }) =>
    isRead || tenant === undefined ? [] : [{ stack, urn, id, tenant }],
  );

/**
 * Adds to the reports the objects that several resources manage, of these stacks or of others. Keeps what a report
 * already has, because a merge doesn't see the other stacks that the report's check has read.
 */
export function withOwners(stacks: StackReport[], others: StackObject[] = []): StackReport[] {
  const owners = ownersByObject([
    ...stacks.flatMap((stack) => {
      const label = stackLabel(stack);
      return (stack.managed ?? []).map((object) => ({ ...object, stack: label }));
    }),
    ...stacks.flatMap(({ shared = [] }) =>
      shared.flatMap(({ id, tenant, owners }) => owners.map((one) => ({ ...one, id, tenant }))),
    ),
    ...managedObjects(others),
  ]);
  return stacks.map(({ result: _, ...stack }) => {
    const shared = (stack.managed ?? []).flatMap((object): SharedReport[] => {
      const { urn } = object;
      const more = (owners.get(keyOf(object)) ?? []).filter((owner) => owner.urn !== urn);
      return more.length === 0 ? [] : [{ ...object, ...identityOf(urn), owners: more }];
    });
    return stackReport({ ...stack, ...(shared.length > 0 && { shared }) });
  });
}

/** Each owner once, because one stack can be checked under several names. */
function ownersByObject(objects: OwnedObject[]): Map<string, OwnerReport[]> {
  const owners = new Map<string, OwnerReport[]>();
  for (const object of objects) {
    const { stack, urn } = object;
    const known = owners.get(keyOf(object)) ?? [];
    owners.set(keyOf(object), known);
    if (!known.some((owner) => owner.urn === urn)) {
      known.push({ stack, name: identityOf(urn).name, urn });
    }
  }
  return owners;
}

const keyOf = ({ urn, id, tenant }: ManagedObject): string =>
  JSON.stringify([tenant, identityOf(urn).kind, id]);

function identityOf(urn: string) {
  const { types, name } = parseUrn(urn);
  const type = types.at(-1) ?? "";
  return { kind: resourceNameOf(type) ?? type, name };
}
