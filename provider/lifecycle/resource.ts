import type { ResourceDefinition } from "../resources/definition";
import type { ObjectSchema } from "../schema/packageSchema";
import type { Props } from "../shared/json";
import { type CheckResult, check } from "./check";
import { type ResourceContext, resourceType } from "./context";
import { type CreateResult, create, previewCreate } from "./create";
import { deleteObject } from "./delete";
import { diff, type ObjectDiff } from "./diff";
import { importObject } from "./importObject";
import { type ListedObject, listObjects } from "./listObjects";
import { type ReadResult, read } from "./read";
import type { Session } from "./session";
import { previewUpdate, sentKeys, type UpdateResult, update } from "./update";

/**
 * What the engine can ask of one kind of resource, whichever adapter translates its calls. Bags hold
 * plain values without the adapter's own properties. The functions throw ApiError, Adoptable, Error or
 * InitFailed, whose messages may contain secrets: the adapter redacts them.
 */
export interface Lifecycle {
  /** The resource's name in schema.json. */
  name: string;
  /** The schema of the inputs. */
  inputs: ObjectSchema;
  /** Whether `delete` deletes the object. The service cannot delete every kind of object. */
  deletesObject: boolean;
  check(olds: Props | undefined, news: Props): CheckResult;
  diff(session: Session, id: string, olds: Props, news: Props): ObjectDiff;
  /** No error repeats `markedSecrets`: what the program marks secret, beside the secrets of schema.json. */
  create(session: Session, news: Props, markedSecrets?: string[]): Promise<CreateResult>;
  read(session: Session, id: string, olds: Props): Promise<ReadResult | undefined>;
  /** Reads an object that no state holds. Throws where there is none. */
  import(session: Session, id: string): Promise<ReadResult>;
  /**
   * The objects of the tenant, a page at a time; nothing where the service cannot list them. The filters are
   * `listInputs` of schema.json.
   */
  list(session: Session, filters?: Props): AsyncGenerator<ListedObject[]>;
  update(
    session: Session,
    id: string,
    olds: Props,
    news: Props,
    markedSecrets?: string[],
  ): Promise<UpdateResult>;
  /** The top-level inputs that an update sends. */
  sentKeys(olds: Props, news: Props): string[];
  /** The outputs that a preview shows of a create or an update. */
  previewCreate(session: Session, news: Props): Props;
  previewUpdate(session: Session, olds: Props, news: Props): Props;
  delete(session: Session, id: string, olds: Props): Promise<void>;
}

/** One interpreter for all resources: they differ in schema.json and in their definition only. */
export function lifecycle(definition: ResourceDefinition): Lifecycle {
  const type = resourceType(definition);
  const inTenant = (session: Session): ResourceContext => ({ ...type, session });
  return {
    name: definition.name,
    inputs: type.inputs,
    deletesObject: definition.delete !== undefined,
    check: (olds, news) => check(type, olds, news),
    diff: (session, id, olds, news) => diff(inTenant(session), id, olds, news),
    create: (session, news, markedSecrets = []) =>
      create({ ...inTenant(session), markedSecrets }, news),
    read: (session, id, olds) => read(inTenant(session), id, olds),
    import: (session, id) => importObject(inTenant(session), id),
    list: (session, filters) => listObjects(inTenant(session), filters),
    update: (session, id, olds, news, markedSecrets = []) =>
      update({ ...inTenant(session), markedSecrets }, id, olds, news),
    sentKeys: (olds, news) => sentKeys(type, olds, news),
    previewCreate: (session, news) => previewCreate(inTenant(session), news),
    previewUpdate: (session, olds, news) => previewUpdate(inTenant(session), olds, news),
    delete: (session, id, olds) => deleteObject(inTenant(session), id, olds),
  };
}
