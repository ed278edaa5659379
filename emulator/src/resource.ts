import type { FastifyInstance, RouteOptions } from "fastify";
import type { Context } from "./context";
import type { StoredObject } from "./model/store";
import type { Contract, Difference, Operation, Schema } from "./published/contract";

/** A resource's published contract, and what Auth0 does beyond it. */
export type Resource = Collection | SingleObject;

interface Published {
  contract: Contract;
  differences?: Difference[];
  /**
   * The formats that the contract names and schema.json doesn't have. Each is defined here or loosened in
   * `differences`, because the emulator must not reject what schema.json accepts.
   */
  formats?: Record<string, RegExp | ((text: string) => boolean)>;
}

/** Objects that clients create, list, read, update, and delete, if the contract has these operations. */
export interface Collection extends Published {
  /** The path of its list, such as `event-streams`. */
  name: string;
  /** The prefix of ids, and the numbers of characters that follow it, in turn. */
  id: { prefix: string; lengths: number[] };
  /** The form of `created_at` and `updated_at`. */
  date: (time: number) => string;
  /** The properties of an object that are not in the request. */
  defaults?: object;
  /** The properties that together are unique, and the message of the 409. */
  unique?: { properties: string[]; message: string };
  /** How many objects a tenant takes, unless the option `maxObjects` says so, and how it rejects more. */
  limit?: { objects?: number; status: number; message: string };
  /** The 404. */
  missing: { message: string; errorCode?: string };
  /** The properties that no response has, at any depth. */
  neverReturned?: string[];
  /** Adds properties to a response that aren't stored. */
  respond?(stored: StoredObject): object;
  /** Rejects the changes, or does what they cause besides the update. */
  beforeUpdate?(stored: StoredObject, changes: object, context: Context): void;
  afterDelete?(id: string, context: Context): void;
}

/** An object that each tenant has once. It registers its own routes. */
export interface SingleObject extends Published {
  routes(app: FastifyInstance, context: Context, operations: ApiOperation[]): void;
}

/** An operation of a contract, as the tenant serves it. */
export interface ApiOperation extends Operation {
  /** The parts of a Fastify route besides its handler. */
  route: Pick<RouteOptions, "method" | "url" | "config" | "schema">;
  success: { status: number; schema: Schema };
}
