import { type ManagementApi, openApi } from "../api/managementApi";
import type { ListOperation, Operation } from "../api/operation";
import type { Settings } from "../config/settings";
import type { Props } from "../shared/json";
import type { Logger } from "../shared/logger";
import type { PendingCreate } from "./create/pendingCreate";
import { BatchedReads } from "./read/batchedReads";
import { CompleteListing } from "./read/completeListing";

/** What this process knows of the objects of one tenant. It lives as long as the process. */
export class Session {
  /** Ids that this process has created, read or compared. No create takes one of them for its own. */
  readonly knownIds = new Set<string>();

  /** Creates that have not ended; each promise is fulfilled when its create ends. */
  readonly pendingCreates = new Map<PendingCreate, Promise<unknown>>();

  /** Creates that have ended, with an attempt that may still produce an object. */
  readonly unaccounted = new Set<PendingCreate>();

  /** Messages that are printed once in a run. */
  readonly reported = new Set<string>();

  /** By id: the natural keys that objects give up for another one, as their latest diffs show. */
  readonly movedKeys = new Map<string, MovedKey>();

  /** The name of the run's stack; undefined if it is not known. An adapter sets it. */
  stack: () => Promise<string | undefined> = async () => undefined;

  private readonly reads = new Map<Operation, BatchedReads>();
  private readonly listings = new Map<Operation, CompleteListing>();

  constructor(readonly api: ManagementApi) {}

  /** Makes an id known. False if it was known already. */
  addId(id: string): boolean {
    const isFree = !this.knownIds.has(id);
    this.knownIds.add(id);
    return isFree;
  }

  /** The reads of one collection, which all its objects share. */
  batchedReads(read: Operation, list: ListOperation | undefined): BatchedReads {
    const reads = this.reads.get(read) ?? new BatchedReads(this.api, read, list);
    this.reads.set(read, reads);
    return reads;
  }

  /** All objects of one collection, to prove that one is gone or to explain a conflict. */
  completeListing(list: ListOperation): CompleteListing {
    const listing = this.listings.get(list) ?? new CompleteListing(this.api, list);
    this.listings.set(list, listing);
    return listing;
  }

  /**
   * Call it after a create, a delete and a change of a natural key: a list that began earlier neither proves
   * that an object is gone nor names the one that a request conflicts with.
   */
  invalidateListings(list: ListOperation | undefined): void {
    if (list) this.listings.get(list)?.invalidate();
  }
}

export interface MovedKey {
  /** The resource's name in schema.json. */
  name: string;
  /** The natural key that the object gives up. */
  from: string;
  /** Whether the object keeps that key until it is deleted. */
  isReplaced: boolean;
}

/**
 * Throws if an object belongs to another tenant than the configured one. Every state holds the tenant's
 * domain, so no request is sent to a tenant that happens to be configured.
 */
export function assertSameTenant(
  { domain, formerDomain, settingPrefix }: Settings,
  name: string,
  { tenant }: Props,
): void {
  if (typeof tenant !== "string" || tenant === domain || tenant === formerDomain) return;
  throw new Error(
    `${name} belongs to the tenant ${tenant}, but ${domain} is configured. Nothing was sent.\n` +
      `Configure ${tenant} again.\n` +
      `If the tenant was renamed, set ${settingPrefix}formerDomain to ${tenant}, and run \`pulumi up\`.\n` +
      `To create new objects in ${domain}, use a separate stack.`,
  );
}

/**
 * One session for each API client. The map that openApi owns decides how long a client lives, and
 * with the client its session can be collected; so a reset of that map resets this one.
 */
const sessions = new WeakMap<ManagementApi, Session>();

/** The same session for the same settings, so that all providers of one tenant share what they know. */
export function openSession(settings: Settings, logger?: Logger): Session {
  const api = openApi(settings, logger);
  const session = sessions.get(api) ?? new Session(api);
  sessions.set(api, session);
  return session;
}
