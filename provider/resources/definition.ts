import { idForm, type ListOperation, type Operation } from "../api/operation";
import { ownProperty, type Props } from "../shared/json";

/**
 * What schema.json cannot say of a resource: which requests serve it, and what to advise when the
 * service refuses one. To add a resource, describe it in schema.json, export a definition from
 * resources/index.ts and run `npm run generate`; the lifecycle needs no change.
 */
export type ResourceDefinition = CommonDefinition & (AssignedId | FixedId);

interface CommonDefinition {
  /** The resource's name in schema.json, such as `EventStream`. */
  name: string;

  /** A POST where the service assigns the id, else a PUT. Its body is the inputs. */
  create: Operation;

  /**
   * Returns one object. If the service has no such operation: the line that a refresh prints and a
   * drift check reports.
   */
  read: Operation | string;

  /** A PATCH receives the top-level inputs that differ, a PUT all inputs. */
  update: Operation;

  /** If the service has no such operation: the line that is printed when the object leaves the state. */
  delete: Operation | string;

  /** What a tenant loses with an object that the service deletes, also if a new one replaces it. */
  lostOnDelete?: string;

  /** What the tenant does without the object, until another one takes its place. */
  withoutObject?: string;

  /**
   * Outputs that the service nests inside an input: for each, its path in a response, in the service's
   * names. They are moved to the top level, because Pulumi's previews would show them as undefined
   * inside an input.
   */
  hoisted?: Record<string, string[]>;

  /** Outputs that the service changes in every update: unknown in its preview, unlike all others. */
  outputsOfEveryUpdate?: string[];

  /** What inputs do beyond the object itself, which a preview warns of; undefined if there is nothing. */
  riskOf?(inputs: Props): string | undefined;

  /**
   * By input: what to do next if the service refuses an update of it with 400 or 409. `<id>` stands for
   * the id of the object.
   */
  onRefusal?: Record<string, string>;
}

/** A resource of which a tenant has any number of objects. */
export type ListedResource = CommonDefinition & AssignedId;

/** The service assigns the id. A create is a POST, which must not run twice. */
interface AssignedId {
  fixedId?: undefined;

  read: Operation;

  /** The length of an id in characters. */
  idLength: { min: number; max: number };

  /** The input by which users know an object; an import names the resource of a program after it. */
  nameProperty: string;

  /** Finds the object of a create whose response was lost, batches reads and proves that one is gone. */
  list: ObjectList;

  /**
   * The inputs whose values, taken together, no two objects of a tenant share: the service refuses the
   * second object (409). So if a replacement keeps them, the old object is deleted first.
   */
  naturalKey: string[];
}

/** A tenant has one such object, which needs no id. A create is a PUT and overwrites it. */
interface FixedId {
  /** The id in states. It never changes. */
  fixedId: string;
  idLength?: undefined;
  nameProperty?: undefined;
  list?: undefined;
  naturalKey?: undefined;
}

/** Lists all objects of a resource. */
export interface ObjectList extends ListOperation {
  /** The field of an object that holds the time of its creation, in the service's name. */
  createdAtField: string;
}

/** `event stream` */
export const nounOf = ({ name }: Pick<ResourceDefinition, "name">): string =>
  name.replace(/\B[A-Z]/g, " $&").toLowerCase();

/** `an event stream` */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** `26 characters` or `at most 26 characters`. */
export const lengthText = ({ min, max }: ListedResource["idLength"]): string =>
  `${min === max ? "" : "at most "}${max} characters`;

/** Why a text cannot be the id of a resource; undefined if it can. */
export function idViolation(
  { name, idLength }: ResourceDefinition,
  id: string,
): string | undefined {
  if (!idLength) return undefined;
  const refused = `${JSON.stringify(id)} is not an id of ${name}: it must`;
  const { min, max } = idLength;
  if (id.length < min || id.length > max) {
    return `${refused} have ${lengthText(idLength)}, not ${id.length}`;
  }
  return idForm.test(id) ? undefined : `${refused} consist of letters, digits, _ and -`;
}

/**
 * A text that two objects of one resource share if and only if they have the same natural key. Undefined
 * if an input of the key is not set. `inputs` have the names of schema.json.
 */
export function naturalKeyOf(
  { naturalKey }: Pick<ResourceDefinition, "naturalKey">,
  inputs: Props,
): string | undefined {
  const values = naturalKey?.map((name) => ownProperty(inputs, name) ?? null);
  return values === undefined || values.includes(null) ? undefined : JSON.stringify(values);
}
