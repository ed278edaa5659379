import { isDeepStrictEqual } from "node:util";
import type { UnknownValues } from "../config/settings";
import type { CheckResult } from "../lifecycle/check";
import type { DiffOptions, ObjectDiff } from "../lifecycle/diff";
import type { ReadResult } from "../lifecycle/read/read";
import type { Lifecycle } from "../lifecycle/resource";
import type { Session } from "../lifecycle/session";
import { InitFailed } from "../lifecycle/stateFromResponse";
import { topLevelKeys } from "../schema/diff";
import { canonical } from "../schema/normalize";
import { isIgnored, type Path, pathText } from "../schema/path";
import { addPlaceholders, dropPlaceholders, placeholdersIn } from "../schema/placeholder";
import { mapProps, type Props } from "../shared/json";
import { parseUrn } from "../shared/urn";

// The placeholders of imports end here: the lifecycle gets the bags of the engine without them, and the
// state keeps them. Only a check and a read get them as they are, as a value like any other secret.
// docs/contributing/decisions/import-placeholders.md says why a check has to be remembered until its diff.

/** What the engine says of a resource beside its bags. The dynamic-provider process passes none of it on. */
interface ResourceOfProgram extends DiffOptions {
  urn: string;
}

/** A lifecycle whose callers may pass placeholders. */
export interface PlaceholderLifecycle extends Omit<Lifecycle, "diff"> {
  check(
    olds: Props | undefined,
    news: Props,
    unknownValues?: UnknownValues,
    resource?: ResourceOfProgram,
  ): CheckResult;
  diff(
    session: Session,
    id: string,
    olds: Props,
    news: Props,
    resource?: ResourceOfProgram,
  ): ObjectDiff;
  /** `oldInputs` are the inputs in the state, where the engine passes them on. */
  read(
    session: Session,
    id: string,
    olds: Props,
    oldInputs?: Props,
  ): Promise<ReadResult | undefined>;
}

/** `advice` is a line that says how a program gets a secret. */
export function withImportPlaceholders(resource: Lifecycle, advice = ""): PlaceholderLifecycle {
  const checks = new PlaceholderChecks();
  return {
    ...resource,

    check(olds, news, unknownValues, ofProgram) {
      const { inputs, failures, warnings } = resource.check(olds, news, unknownValues);
      // After an import the engine checks what was imported, and ignoreChanges copies from the state.
      const areOfState = keepsPlaceholders(inputs, olds ?? {});
      checks.record(inputs, areOfState, ofProgram);
      const refused = areOfState ? [] : placeholdersIn(inputs);
      return {
        inputs,
        warnings,
        failures: [...failures, ...refused.map(({ path }) => stillPlaceholder(path) + advice)],
      };
    },

    diff(session, id, olds, news, ofProgram) {
      const found = resource.diff(session, id, dropped(olds), dropped(news), ofProgram);
      if (!checks.take(news, ofProgram)) return found;
      const failures = diffFailures(news, found, advice, ofProgram);
      // `pulumi preview --diff` does not show which object an error of a diff is about.
      const name = ofProgram ? parseUrn(ofProgram.urn).name : `${resource.name} ${id}`;
      if (failures.length > 0) throw new Error(`${name}: ${failures.join("\n")}`);
      return found;
    },

    async create(session, news, markedSecrets) {
      assertNotSent(resource.name, news, Object.keys(news));
      return resource.create(session, news, markedSecrets);
    },

    async read(session, id, olds, oldInputs = {}) {
      const live = await resource.read(session, id, olds);
      const wasImported = placeholdersIn(oldInputs).length > 0;
      return live && wasImported ? completed(resource, live) : live;
    },

    import: async (session, id) => completed(resource, await resource.import(session, id)),

    async update(session, id, olds, news, markedSecrets) {
      const [old, next] = [dropped(olds), dropped(news)];
      // The engine may update an object in the run that imports it.
      assertNotSent(`${resource.name} ${id}`, news, resource.sentKeys(old, next));
      try {
        const { outs } = await resource.update(session, id, old, next, markedSecrets);
        return { outs: restored(olds, outs) };
      } catch (error) {
        if (!(error instanceof InitFailed)) throw error;
        throw new InitFailed(error.message, error.id, restored(olds, error.outs));
      }
    },

    previewUpdate: (session, olds, news) =>
      restored(olds, resource.previewUpdate(session, dropped(olds), dropped(news))),
  };
}

const dropped = (bag: Props) => dropPlaceholders(bag) as Props;

/** Outputs have placeholders too, if an import file put them there. What has one was not sent. */
function restored(olds: Props, outs: Props): Props {
  return mapProps(outs, (value, key) => {
    const old = olds[key];
    if (old === undefined || placeholdersIn(old).length === 0) return value;
    return isDeepStrictEqual(dropPlaceholders(old), value) ? old : value;
  });
}

const completed = ({ inputs }: Lifecycle, found: ReadResult): ReadResult => ({
  outs: found.outs,
  inputs: addPlaceholders(inputs, found.inputs) as Props,
});

/** Throws before a placeholder is sent, which would be the secret from then on. */
function assertNotSent(name: string, news: Props, sentKeys: string[]): void {
  const failures = placeholdersIn(news)
    .filter(({ path }) => sentKeys.includes(String(path[0])))
    .map(({ path }) => stillPlaceholder(path));
  if (failures.length > 0) throw new Error(`${name}: ${failures.join("\n")}\nNothing was sent.`);
}

/**
 * The checked inputs that have placeholders, until their diff. The engine checks the inputs of a program
 * before it diffs them; a refresh diffs the inputs in the state without a check. Without a URN the inputs
 * themselves are the key.
 */
class PlaceholderChecks {
  /** Equal inputs of several objects may all be checked before their diffs. */
  private readonly counts = new Map<string, number>();

  record(inputs: Props, havePlaceholders: boolean, resource: ResourceOfProgram | undefined): void {
    // The latest check of a resource counts.
    if (resource) this.counts.delete(resource.urn);
    if (!havePlaceholders) return;
    const key = resource?.urn ?? canonical(inputs);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Whether a check has returned such inputs. Each check counts for one diff. */
  take(inputs: Props, resource: ResourceOfProgram | undefined): boolean {
    // Most programs have no placeholder.
    if (this.counts.size === 0) return false;
    const key = resource?.urn ?? canonical(inputs);
    const count = this.counts.get(key) ?? 0;
    if (count > 1) this.counts.set(key, count - 1);
    else this.counts.delete(key);
    return count > 0;
  }
}

/** Whether inputs have placeholders, and the inputs in the state have the same ones. */
function keepsPlaceholders(news: Props, olds: Props): boolean {
  const placeholders = placeholdersIn(news);
  if (placeholders.length === 0) return false;
  const inState = new Map(placeholdersIn(olds).map(({ path, text }) => [pathText(path), text]));
  return placeholders.every(({ path, text }) => inState.get(pathText(path)) === text);
}

const stillPlaceholder = (path: Path) =>
  `${pathText(path)} is still the placeholder from an import, because Auth0 doesn't return this secret. ` +
  "Set the secret that Auth0 has, or a new one.";

/**
 * Why placeholders that a program and the state share cannot stay: ignoreChanges does not cover one, or
 * it would be sent with the property around it, which changes. Where ignoreChanges is not known, what
 * does not change is left to Auth0.
 */
function diffFailures(
  news: Props,
  { differences }: ObjectDiff,
  advice: string,
  resource: ResourceOfProgram | undefined,
): string[] {
  const changedKeys = topLevelKeys(differences);
  return placeholdersIn(news).flatMap(({ path }) => {
    const key = String(path[0]);
    if (resource && !isIgnored(resource.ignoreChanges ?? [], path)) {
      return `${stillPlaceholder(path)}\nTo leave it to Auth0, add "${key}" to ignoreChanges.`;
    }
    if (!changedKeys.includes(key)) return [];
    return resource
      ? `ignoreChanges leaves ${pathText(path)} to Auth0, but a change to ${key} sends it, too.\n` +
          "Set the secret, and remove it from ignoreChanges.\n" +
          `To leave all of ${key} to Auth0, add "${key}" to ignoreChanges.`
      : `${stillPlaceholder(path)}${advice}\n` +
          `To leave all of ${key} to Auth0 instead, set ignoreChanges: ["${key}"]. ` +
          `A narrower path isn't enough, because a change to ${key} would send the placeholder.`;
  });
}
