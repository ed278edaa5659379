import type { Props } from "../../provider/shared/json";
import type { TenantObject } from "../shared/tenantObjects";
import type { IgnoredResource } from "./official/officialState";

// What an import does, before anything of it is written or printed. Everything that shows a plan takes it
// from here; nothing that shows one decides anything.

/** The objects of a tenant that one import puts under the management of one stack. */
export interface ImportPlan {
  /** The tenant's domain. */
  tenant: string;
  stack: string;
  /** The project of the stack, which is the namespace of its own configuration. */
  project: string;
  /** By kind, and by name within a kind. */
  objects: PlannedObject[];
  /** Objects that were selected and cannot be imported. */
  skipped: SkippedObject[];
  /** Resources in the state of another tool that cannot be imported. */
  ignored: IgnoredResource[];
  /** How the user makes the tool that managed the objects so far forget them. */
  forget?: { text: string; commands: string[] };
  /** What the program says of the kinds that no import reads, and that the stack does not hold. */
  unreadable: string[];
}

/** An object that is imported. */
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
  /** The secret, where the stack's configuration or the state of another tool has it. */
  value?: string;
  source?: "configuration" | "other tool";
  /** Whether the configuration has another value than the other tool: the next `up` sends that one. */
  isReplaced?: boolean;
}

/** Finds the value of a secret that the service does not return. */
export type FindSecret = (
  object: TenantObject,
  secret: PlannedSecret,
) => Pick<PlannedSecret, "value" | "source" | "isReplaced"> | undefined;

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

/** The key with its namespace, as the settings of a stack have it: `identity:crmToken`. */
export const qualifiedKey = (project: string, { configKey }: PlannedSecret): string =>
  `${project}:${configKey}`;

/** The secrets that the user has to set before the next `up`. */
export const unknownSecrets = ({ objects }: Pick<ImportPlan, "objects">): PlannedSecret[] =>
  objects.flatMap(({ secrets }) => secrets.filter(isUnknown));

/** The secrets that the next `up` of a dynamic provider sends. */
export const secretsToSend = ({ objects }: Pick<ImportPlan, "objects">): PlannedSecret[] =>
  objects.flatMap(({ secrets }) =>
    secrets.filter((secret) => isUnknown(secret) || secret.isReplaced),
  );

const isUnknown = ({ value }: PlannedSecret) => value === undefined;

/** Whether something was asked for that no stack has after the import. */
export const lacksSomething = ({ skipped, ignored }: ImportPlan): boolean =>
  ignored.length > 0 || skipped.some(({ isHeld }) => !isHeld);
