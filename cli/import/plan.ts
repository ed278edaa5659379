import type { Props } from "../../provider/shared/json";
import type { IgnoredResource } from "./official/officialState";

// What an import does, before anything of it is written or printed. Everything that shows a plan takes it
// from here; nothing that shows one decides anything.

/** The objects of a tenant that one import puts under the management of one stack. */
export interface ImportPlan {
  /** The tenant's domain. */
  tenant: string;
  stack: string;
  project: string;
  /** By kind, and by name within a kind. */
  objects: PlannedObject[];
  skipped: SkippedObject[];
  /** Resources in the state of another tool that cannot be imported. */
  ignored: IgnoredResource[];
  /** How the user makes the tool that managed the objects so far forget them. */
  forget?: { text: string; commands: string[] };
  /** What the program says of the kinds that no import reads, and that the stack does not hold. */
  unreadable: string[];
}

export interface PlannedObject {
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  id: string;
  /** Its name in the program, unique among the resources of its kind in the stack. */
  name: string;
  /**
   * The inputs of a program that would have made it, in the order of schema.json. A secret that is not
   * known has the placeholder of an import.
   */
  inputs: Props;
  /**
   * The outputs that the state gets, with the same placeholders: a refresh of the dynamic provider sees
   * only outputs, and would take a missing secret for drift beside any other drift.
   */
  outputs: Props;
  secrets: PlannedSecret[];
  /** What the import leaves out, in sentences: fields that schema.json does not know. */
  notes: string[];
}

/** A secret of an object, which the service never returns. */
export interface PlannedSecret {
  /** Where it is in the inputs: `["destination", "configuration", "webhookAuthorization", "token"]`. */
  path: string[];
  /** The key of the stack's configuration that the program reads, without the project: `crmToken`. */
  configKey: string;
  /** What the state of another tool has. The tool has sent it, so the tenant has it as well. */
  inOldState?: string | undefined;
  /** What the stack's configuration has, and so what the next `up` sends. */
  inConfiguration?: string | undefined;
}

export interface SkippedObject {
  kind: string;
  id: string;
  /** Its own name, or what else tells it from others; it may contain any character. */
  label: string;
  /** Why, without secrets. */
  reasons: string[];
  /** Whether a stack holds it already: the old tool has to forget it as well. */
  isHeld?: boolean;
}

export const secretsOf = ({ objects }: Pick<ImportPlan, "objects">): PlannedSecret[] =>
  objects.flatMap(({ secrets }) => secrets);

/** The value that the tenant has, as far as it is known. */
export const knownValue = ({ inOldState, inConfiguration }: PlannedSecret): string | undefined =>
  inOldState ?? inConfiguration;

/** Whether the next `up` replaces the tenant's value by another one. */
export const isReplaced = ({ inOldState, inConfiguration }: PlannedSecret): boolean =>
  inOldState !== undefined && inConfiguration !== undefined && inOldState !== inConfiguration;

/** The secrets that the user has to set before the next `up`. */
export const unknownSecrets = (plan: ImportPlan): PlannedSecret[] =>
  secretsOf(plan).filter((secret) => knownValue(secret) === undefined);

/** Whether something was asked for that no stack has after the import. */
export const lacksSomething = ({ skipped, ignored }: ImportPlan): boolean =>
  ignored.length > 0 || skipped.some(({ isHeld }) => !isHeld);
