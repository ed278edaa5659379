import type { Props } from "../../provider/shared/json";
import type { IgnoredResource } from "./official/officialState";

// The plan of an import, made before anything is written. The code that shows a plan decides nothing.

/** The objects of a tenant that one import brings under the management of one stack. */
export interface ImportPlan {
  /** The tenant's domain. */
  tenant: string;
  stack: string;
  project: string;
  /** Sorted by kind and name. */
  objects: PlannedObject[];
  skipped: SkippedObject[];
  /** Resources in the state of another tool that can't be imported. */
  ignored: IgnoredResource[];
  /** How the user makes the old tool forget the objects. */
  forget?: { text: string; commands: string[] };
}

export interface PlannedObject {
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  id: string;
  /** Its name in the program, unique among the resources of its kind in the stack. */
  name: string;
  /**
   * The inputs of a program that would have created it, in the order of schema.json. An unknown secret has
   * the placeholder of an import.
   */
  inputs: Props;
  /**
   * The outputs that the state gets, with the same placeholders. A refresh of the dynamic provider sees only
   * outputs, and would report a missing secret as drift beside any other drift.
   */
  outputs: Props;
  secrets: PlannedSecret[];
  /** Sentences about fields that schema.json doesn't have, which the import leaves out. */
  notes: string[];
}

/** A secret of an object, which Auth0 never returns. */
export interface PlannedSecret {
  /** Its path in the inputs: `["destination", "configuration", "webhookAuthorization", "token"]`. */
  path: string[];
  /** The key of the stack's configuration that the program reads, without the project: `crmToken`. */
  configKey: string;
  /** The value in another tool's state. The tool has sent it, so the tenant also has it. */
  inOldState?: string | undefined;
  /** The value in the stack's configuration, which the next `up` sends. */
  inConfiguration?: string | undefined;
}

export interface SkippedObject {
  kind: string;
  id: string;
  /** Its own name, or another text that identifies it. It may contain any character. */
  label: string;
  /** Why it can't be imported, without secrets. */
  reasons: string[];
  /** Whether a stack already manages it, so that the old tool also has to forget it. */
  isHeld?: boolean;
}

export const secretsOf = ({ objects }: Pick<ImportPlan, "objects">): PlannedSecret[] =>
  objects.flatMap(({ secrets }) => secrets);

/** The tenant's value. Undefined if it isn't known. */
export const knownValue = ({ inOldState, inConfiguration }: PlannedSecret): string | undefined =>
  inOldState ?? inConfiguration;

/** Whether the next `up` replaces the tenant's value. */
export const isReplaced = ({ inOldState, inConfiguration }: PlannedSecret): boolean =>
  inOldState !== undefined && inConfiguration !== undefined && inOldState !== inConfiguration;

/** The secrets that the user has to set before the next `up`. */
export const unknownSecrets = (plan: ImportPlan): PlannedSecret[] =>
  secretsOf(plan).filter((secret) => knownValue(secret) === undefined);

/** Whether no stack manages some selected object after the import. */
export const lacksSomething = ({ skipped, ignored }: ImportPlan): boolean =>
  ignored.length > 0 || skipped.some(({ isHeld }) => !isHeld);
