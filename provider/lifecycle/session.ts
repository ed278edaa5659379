import { type ManagementApi, openApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import type { Settings } from "../config/settings";
import type { Props } from "../shared/json";
import { BatchedReads } from "./batchedReads";
import { CompleteListing } from "./completeListing";
import type { PendingCreate } from "./pendingCreate";

/** What this process knows of the objects of one tenant. */
export class Session {
  /** Ids that this process has created, read or compared: none is given to a second resource. */
  readonly knownIds = new Set<string>();
  /** Objects that are being created, each with the end of its create. */
  readonly pendingCreates = new Map<PendingCreate, Promise<unknown>>();
  /** Creates with a lost attempt that may still produce an object. */
  readonly unaccounted = new Set<PendingCreate>();
  private readonly reads = new Map<Operation, BatchedReads>();
  private readonly listings = new Map<Operation, CompleteListing>();

  constructor(readonly api: ManagementApi) {}

  /** Takes an id for a resource; false where another resource has it already. */
  claim(id: string): boolean {
    const free = !this.knownIds.has(id);
    this.knownIds.add(id);
    return free;
  }

  /** The reads of one collection, which all its objects share. */
  batchedReads(read: Operation, list: Operation | undefined): BatchedReads {
    const reads = this.reads.get(read) ?? new BatchedReads(this.api, read, list);
    this.reads.set(read, reads);
    return reads;
  }

  /** The proof of absence for one collection, which all its objects share. */
  completeListing(list: Operation): CompleteListing {
    const listing = this.listings.get(list) ?? new CompleteListing(this.api, list);
    this.listings.set(list, listing);
    return listing;
  }
}

/** Objects remember their tenant: no request goes to another one that happens to be configured. */
export function assertSameTenant(
  { domain, formerDomain }: Settings,
  name: string,
  { tenant }: Props,
): void {
  if (typeof tenant !== "string" || tenant === domain || tenant === formerDomain) return;
  throw new Error(
    `${name} lives in the tenant ${tenant}, but ${domain} is configured; nothing was sent. Configure ${tenant} again; or, if it was renamed, set auth0:formerDomain to ${tenant} and run \`pulumi up\`; or, to make new objects in ${domain}, use a stack of its own.`,
  );
}

const sessions = new WeakMap<ManagementApi, Session>();

/** The same session for the same settings, so that two providers of one tenant share what they know. */
export function openSession(settings: Settings): Session {
  const api = openApi(settings);
  const session = sessions.get(api) ?? new Session(api);
  sessions.set(api, session);
  return session;
}
