import { idForm, type Operation } from "../api/operation";
import { wireName } from "../schema/codec";
import { type Json, ownProperty, type Props } from "../shared/json";

/**
 * What schema.json cannot say of a resource: which requests serve it, and what to say and to advise where
 * its objects differ from those of others. Each resource has one in a file of its own in this folder, which
 * `npm run generate` finds (CONTRIBUTING.md, "Add a resource"); nothing else asks which resource it serves.
 *
 * What Auth0 or another tool does not have is absent, with the reason beside it.
 */
export type ResourceDefinition = CommonDefinition & (AssignedId | FixedId);

type CommonDefinition = ObjectDefinition & Deletion & OfficialNames;

interface ObjectDefinition {
  /** The resource's name in schema.json, such as `EventStream`. */
  name: string;
  /** What texts call an object, unless that is the words of `name`. */
  noun?: string;

  /** A POST where Auth0 assigns the id, else a PUT. Its body is the inputs. */
  create: Operation;

  /** A PATCH receives the top-level inputs that differ, a PUT all inputs. */
  update: Operation;

  /**
   * Outputs that Auth0 nests inside an input: for each, its path in a response, in Auth0's
   * names. They are moved to the top level, because Pulumi's previews would show them as undefined
   * inside an input.
   */
  hoisted?: Record<string, string[]>;

  /** Outputs that Auth0 changes in every update: unknown in its preview, unlike all others. */
  outputsOfEveryUpdate?: string[];

  /** What inputs do beyond the object itself, which a preview warns of; undefined if there is nothing. */
  riskOf?(inputs: Props): string | undefined;

  /**
   * By input: what to do next if Auth0 rejects an update of it with 400 or 409. `<id>` stands for
   * the id of the object.
   */
  onRefusal?: Record<string, string>;

  /**
   * By input and value: what a drift report says of an object that has this value in the tenant alone.
   * `<object>` stands for the arguments with which a command finds the object.
   */
  driftNotes?: Record<string, Record<string, string>>;
}

type Deletion =
  | {
      delete: Operation;
      deleteBody?: undefined;
      undeletable?: undefined;
      /** What a tenant loses with an object that Auth0 deletes, also if a new one replaces it. */
      lostOnDelete: string;
      /** What the tenant does without the object, until another one takes its place. */
      withoutObject: string;
    }
  | {
      /** A write that empties the object, because Auth0 has no operation that deletes it. */
      delete: Operation;
      deleteBody: Props;
      /** The warning that is printed if the tenant rejects that write. */
      undeletable: string;
      lostOnDelete: string;
      withoutObject?: undefined;
    };

/** Without the names, a check for unmanaged objects reports those that an official provider manages. */
type OfficialNames =
  | { official: OfficialResource; unofficial?: undefined }
  | {
      official?: undefined;
      /** Why Auth0's official providers have no resource for such an object. */
      unofficial: string;
    };

/** The resource of Auth0's official providers that manages the same objects. */
export interface OfficialResource {
  terraformType: string;
  pulumiType: string;
  /**
   * The inputs that have secrets, in the form of schema.json, by the properties of an official state, in the
   * names of Pulumi. Absent where the official resource has the same properties.
   */
  secretInputs?(properties: Props): Props;
}

/** A resource of which a tenant has any number of objects. */
export type ListedResource = CommonDefinition & AssignedId;

/** Auth0 assigns the id. A create is a POST, which must not run twice. */
interface AssignedId {
  fixedId?: undefined;

  /** Returns one object. */
  read: Operation;
  unreadable?: undefined;

  /** The length of an id in characters, where Auth0 states it. */
  idLength?: IdLength;

  /** The input by which users know an object; an import names the resource of a program after it. */
  nameProperty: string;

  /** Finds the object of a create whose response was lost, batches reads and proves that one is gone. */
  list: ObjectList;

  /**
   * The inputs whose values, taken together, no two objects of a tenant share: Auth0 rejects the
   * second object (409). So if a replacement keeps them, the old object is deleted first.
   */
  naturalKey?: [string, ...string[]];
}

/** A tenant has one such object, which needs no id. A create is a PUT and overwrites it. */
interface FixedId {
  /** The id in states. It never changes. */
  fixedId: string;
  read?: undefined;
  /** Why Auth0 does not return the object: the line that a refresh prints and a drift check reports. */
  unreadable: string;
  idLength?: undefined;
  nameProperty?: undefined;
  list?: undefined;
  naturalKey?: undefined;
}

interface IdLength {
  min: number;
  max: number;
}

/** Lists all objects of a resource. */
export interface ObjectList extends Operation {
  /** The output that holds the time of an object's creation. */
  creationTime: string;
}

/** When an object was created, as Auth0 writes it. */
export const creationTimeOf = ({ creationTime }: ObjectList, object: Props): Json | undefined =>
  object[wireName(creationTime)];

/** `event stream` */
export const nounOf = ({ name, noun }: Pick<ResourceDefinition, "name" | "noun">): string =>
  noun ?? name.replace(/\B[A-Z]/g, " $&").toLowerCase();

/** `an event stream` */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** `26 characters` or `at most 26 characters`. */
export const lengthText = ({ min, max }: IdLength): string =>
  `${min === max ? "" : "at most "}${max} characters`;

/** Why a text cannot be the id of a resource; undefined if it can. */
export function idViolation(
  { name, fixedId, idLength }: ResourceDefinition,
  id: string,
): string | undefined {
  if (fixedId !== undefined) return undefined;
  const rejected = `${JSON.stringify(id)} is not a valid ${name} ID. It must`;
  if (idLength && (id.length < idLength.min || id.length > idLength.max)) {
    return `${rejected} have ${lengthText(idLength)}, not ${id.length}.`;
  }
  return idForm.test(id) ? undefined : `${rejected} consist of letters, digits, _, and -.`;
}

/** Why no import reads an object of a resource that Auth0 does not return, and what to do instead. */
export const noImport = ({ name }: ResourceDefinition): string =>
  `${name} can't be imported, because Auth0 has no operation that reads it. ` +
  "Declare it without an import. `pulumi up` then overwrites the tenant's values with the program's.";

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
