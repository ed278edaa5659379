import type { UnknownValues } from "../config/settings";
import type { ResourceDefinition } from "../resources/definition";
import type { Props } from "../shared/json";
import { type CheckResult, check } from "./check";
import { type ResourceContext, resourceType } from "./context";
import { type CreateResult, create, previewCreate } from "./create/create";
import { deleteObject } from "./delete";
import { type DiffOptions, diff, type ObjectDiff } from "./diff";
import { importObject } from "./read/importObject";
import { type ListedObject, listObjects } from "./read/listObjects";
import { type ReadResult, read } from "./read/read";
import type { Session } from "./session";
import { previewUpdate, sentKeys, type UpdateResult, update } from "./update";

export type Lifecycle = ReturnType<typeof lifecycle>;

/**
 * What the engine can ask of one kind of resource, whichever adapter translates its calls. One interpreter
 * serves all: they differ in schema.json and in their definition only. Bags hold plain values without the
 * adapter's own properties. The functions throw ApiError, Error or InitFailed, whose messages may
 * contain secrets: the adapter redacts them.
 */
export function lifecycle(definition: ResourceDefinition) {
  const type = resourceType(definition);
  const inTenant = (session: Session): ResourceContext => ({ ...type, session });
  return {
    name: definition.name,
    inputs: type.inputs,
    /** Whether `delete` deletes an object even if another resource of the program has it too. */
    deletesSharedObject: definition.fixedId === undefined,
    /** Whether `delete` clears an object that Auth0 can't delete, unless the program declares one. */
    isCleared: definition.deleteBody !== undefined,
    check: (olds: Props | undefined, news: Props, unknownValues?: UnknownValues): CheckResult =>
      check(type, olds, news, unknownValues),
    diff: (
      session: Session,
      id: string,
      olds: Props,
      news: Props,
      options?: DiffOptions,
    ): ObjectDiff => diff(inTenant(session), id, olds, news, options),
    /** No error repeats `markedSecrets`: what the program marks secret, beside the secrets of schema.json. */
    create: (session: Session, news: Props, markedSecrets: string[] = []): Promise<CreateResult> =>
      create({ ...inTenant(session), markedSecrets }, news),
    read: (session: Session, id: string, olds: Props): Promise<ReadResult | undefined> =>
      read(inTenant(session), id, olds),
    /** Reads an object that no state holds. Throws where there is none. */
    import: (session: Session, id: string): Promise<ReadResult> =>
      importObject(inTenant(session), id),
    /**
     * The objects of the tenant, a page at a time; nothing where Auth0 cannot list them. The filters are
     * `listInputs` of schema.json.
     */
    list: (session: Session, filters?: Props): AsyncGenerator<ListedObject[]> =>
      listObjects(inTenant(session), filters),
    update: (
      session: Session,
      id: string,
      olds: Props,
      news: Props,
      markedSecrets: string[] = [],
    ): Promise<UpdateResult> => update({ ...inTenant(session), markedSecrets }, id, olds, news),
    /** The top-level inputs that an update sends. */
    sentKeys: (olds: Props, news: Props): string[] => sentKeys(type, olds, news),
    /** The outputs that a preview shows of a create or an update. */
    previewCreate: (session: Session, news: Props): Props => previewCreate(inTenant(session), news),
    previewUpdate: (session: Session, olds: Props, news: Props): Props =>
      previewUpdate(inTenant(session), olds, news),
    /** `isDeclared` says whether the program still declares a resource of this kind, with any Provider. */
    delete: (
      session: Session,
      id: string,
      olds: Props,
      isDeclared: () => boolean = () => false,
    ): Promise<void> => deleteObject(inTenant(session), id, olds, isDeclared),
  };
}
