import type { FastifyInstance, RouteOptions } from "fastify";
import type { Context } from "./context";
import type { Contract, Difference, Operation, Schema } from "./contract/contract";
import type { StoredObject } from "./model/store";

/** What the emulator knows of a resource: its published contract, and what the service does beyond that. */
export type Resource = Collection | SingleObject;

interface Published {
  contract: Contract;
  differences?: Difference[];
  /**
   * The formats that the contract names and schema.json does not have. Each is defined here or loosened in
   * `differences`: the emulator may not refuse what schema.json accepts.
   */
  formats?: Record<string, RegExp | ((text: string) => boolean)>;
  /** Without it, the tenant refuses every request. */
  entitlement?: Entitlement;
}

export interface Entitlement {
  /** In the option `entitlements`. */
  name: string;
  /** Of the refusal. */
  message: string;
}

/** Objects that are created, listed, read, updated and deleted. The contract says which of these exist. */
export interface Collection extends Published {
  /** The path of its list: `event-streams`. */
  name: string;
  /** The prefix of ids, and the numbers of characters that follow it, in turn. */
  id: { prefix: string; lengths: number[] };
  /** The form of `created_at` and `updated_at`. */
  date: (time: number) => string;
  /** The properties of an object that are not in the request. */
  defaults?: object;
  /** The properties whose values, taken together, no two objects have, and the message of the 409. */
  unique?: { properties: string[]; message: string };
  /** How many objects a tenant holds, unless the option `maxObjects` says it, and how it rejects more. */
  limit?: { objects?: number; status: number; message: string };
  /** The 404. */
  missing: { message: string; errorCode?: string };
  /** The properties that no response has, at any depth. */
  neverReturned?: string[];
  /** Adds to a response what is not stored. */
  respond?(stored: StoredObject): object;
  /** Refuses the changes, or does what else they cause. */
  beforeUpdate?(stored: StoredObject, changes: object, context: Context): void;
  afterDelete?(id: string, context: Context): void;
}

/** An object that each tenant has once, with routes of its own. */
export interface SingleObject extends Published {
  routes(app: FastifyInstance, context: Context, operations: ApiOperation[]): void;
}

/** An operation of a contract, as the tenant serves it. */
export interface ApiOperation extends Operation {
  /** What a route of Fastify has besides its handler. */
  route: Pick<RouteOptions, "method" | "url" | "config" | "schema">;
  success: { status: number; schema: Schema };
}
