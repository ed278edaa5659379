import type { ResourceDefinition } from "../resources/definition";
import type { ObjectSchema } from "../schema/packageSchema";
import type { Props } from "../shared/json";
import { type CheckResult, check } from "./check";
import { type ResourceContext, resourceType } from "./context";
import { type CreateResult, create } from "./create";
import { deleteObject } from "./delete";
import { type DiffResult, diff } from "./diff";
import { type ReadResult, read } from "./read";
import type { Session } from "./session";
import { type UpdateResult, update } from "./update";

/**
 * What the engine can ask of one kind of resource, whichever adapter translates its calls. Bags hold
 * plain values without the adapter's own properties. The functions throw ApiError, Error or
 * InitFailed, whose messages may contain secrets: the adapter redacts them.
 */
export interface Lifecycle {
  /** The schema of the inputs. */
  inputs: ObjectSchema;
  check(olds: Props | undefined, news: Props): CheckResult;
  diff(session: Session, id: string, olds: Props, news: Props): DiffResult;
  create(session: Session, news: Props): Promise<CreateResult>;
  read(session: Session, id: string, olds: Props): Promise<ReadResult | undefined>;
  update(session: Session, id: string, olds: Props, news: Props): Promise<UpdateResult>;
  delete(session: Session, id: string, olds: Props): Promise<void>;
}

/** One interpreter for all resources: they differ in schema.json and in their definition only. */
export function lifecycle(definition: ResourceDefinition): Lifecycle {
  const type = resourceType(definition);
  const inTenant = (session: Session): ResourceContext => ({ ...type, session });
  return {
    inputs: type.inputs,
    check: (olds, news) => check(type, olds, news),
    diff: (session, id, olds, news) => diff(inTenant(session), id, olds, news),
    create: (session, news) => create(inTenant(session), news),
    read: (session, id, olds) => read(inTenant(session), id, olds),
    update: (session, id, olds, news) => update(inTenant(session), id, olds, news),
    delete: (session, id, olds) => deleteObject(inTenant(session), id, olds),
  };
}
