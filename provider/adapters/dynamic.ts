import type { dynamic } from "@pulumi/pulumi";
import { providerPrefix, type SettingsSource, settingsFrom } from "../config/settings";
import type { ObjectDiff } from "../lifecycle/diff";
import type { Lifecycle } from "../lifecycle/resource";
import { openSession, type Session } from "../lifecycle/session";
import { topLevelKeys } from "../schema/diff";
import { mapUnknownTypes } from "../schema/secrets";
import { isObject, type Json, mapProps, type Props } from "../shared/json";
import { providerKey, secretValue } from "../stateStrings";
import { checkInputs, type OperationFailed, runOperation, withoutProvider } from "./boundary";
import { exitAtInterrupt, exitWithEngine } from "./exitWithEngine";
import { type PlaceholderLifecycle, withImportPlaceholders } from "./importPlaceholders";
import { engineAddressIn, RunDeclarations } from "./runDeclarations";

/**
 * Serves a resource in Pulumi's dynamic-provider process (pulumi/pulumi,
 * sdk/nodejs/cmd/dynamic-provider/index.ts). That process calls `configure` once, concurrently with
 * the first operations, and never again after an error. Of an error it forwards only message, id,
 * properties and reasons.
 */
export function dynamicProvider(resource: Lifecycle): dynamic.ResourceProvider<Props, Props> {
  let session: Session | undefined;
  let configureError: unknown = new Error(
    "The provider wasn't configured. This is a bug. Please report it.",
  );

  const run: RunOperation = async (bags, operation) => {
    try {
      return await runOperation({ schema: resource.inputs, session, bags }, () => {
        if (!session) throw configureError;
        return operation(session);
      });
    } catch (error) {
      // The engine passes the inputs or the state that it will store as the last bag.
      throw pulumiError(resource, error as OperationFailed, bags.at(-1)?.[providerKey]);
    }
  };

  return {
    async configure({ config }) {
      exitWithEngine();
      exitAtInterrupt();
      // No await here: operations that arrive meanwhile would find no session.
      try {
        session = openSession(settingsFrom(providerSettings(config), process.env));
      } catch (error) {
        configureError = error;
      }
    },

    ...operations(withImportPlaceholders(resource, placeholderAdvice), run),
  };
}

const declarations = new RunDeclarations(engineAddressIn(process.argv));

function providerSettings(config: dynamic.Config): SettingsSource {
  const get = (key: string) => config.get(key);
  // Every Provider with arguments sets it, if only to an empty text.
  const isProvider = get("auth0:environmentPrefix") !== undefined;
  const settingPrefix = isProvider ? providerPrefix : undefined;
  return { get, settingPrefix };
}

/** Runs an operation of the lifecycle with the session, and redacts the secrets of the bags from errors. */
type RunOperation = <T extends object>(
  bags: Props[],
  operation: (session: Session) => T | Promise<T>,
) => Promise<T>;

function operations(
  resource: PlaceholderLifecycle,
  run: RunOperation,
): Omit<dynamic.ResourceProvider<Props, Props>, "configure"> {
  return {
    check: (olds, news) =>
      run([olds, news], async (session) => {
        if (resource.isCleared) declarations.add(session.api.domain, resource.name);
        // Before a create the engine sends an empty bag.
        const exists = Object.keys(olds).length > 0;
        const old = exists ? withoutProvider(olds) : undefined;
        const given = withoutProvider(news);
        return checkInputs(session, given, (unknownValues) =>
          resource.check(old, given, unknownValues),
        );
      }),

    diff: (id, olds, news) =>
      run([olds, news], (session) => {
        const found = resource.diff(session, id, withoutProvider(olds), withoutProvider(news));
        const lacksCodeOnly = lacksCode(olds) && found.differences.length === 0;
        return lacksCodeOnly ? codeRestored(found) : diffResult(found);
      }),

    create: (inputs) =>
      run([inputs], (session) => resource.create(session, withoutProvider(inputs))),

    read: (id, props = {}) =>
      run([props], async (session) => {
        const live = await resource.read(session, id, withoutProvider(props));
        // Without an id the engine takes the object for gone.
        if (!live) return {};
        return { id, props: marked(resource, live.outs), inputs: marked(resource, live.inputs) };
      }),

    update: (id, olds, news) =>
      run([olds, news], (session) => {
        const [old, next] = [withoutProvider(olds), withoutProvider(news)];
        const lacksCodeOnly =
          lacksCode(olds) && resource.diff(session, id, old, next).differences.length === 0;
        // The process adds the code to the result.
        return lacksCodeOnly ? { outs: old } : resource.update(session, id, old, next);
      }),

    async delete(id, props) {
      await run([props], async (session) => {
        const isDeclared = () => declarations.has(session.api.domain, resource.name);
        await resource.delete(session, id, withoutProvider(props), isDeclared);
        return {};
      });
    },
  };
}

/** Marks as secret what is of an unknown type. The SDK marks only what a program sets. */
const marked = ({ inputs }: Pick<Lifecycle, "inputs">, bag: Props) =>
  mapUnknownTypes(inputs, bag, secretLeaves) as Props;

/**
 * Marks values, and not the object that holds them: where the state has an unmarked object, newer CLIs drop the mark of
 * an object (seen with 3.274.1; annotateSecrets in pulumi/pulumi, pkg/resource/plugin/provider_plugin.go).
 */
const secretLeaves = (value: Json): Json =>
  isObject(value) ? mapProps(value, secretLeaves) : secretValue(value);

/** Programs of the dynamic provider are in TypeScript or JavaScript. */
const placeholderAdvice =
  '\nRun `pulumi config set --secret <key>`, and write config.requireSecret("<key>") in the program.';

/**
 * Where something differs, the result has no `changes`: the engine then compares the inputs itself, and
 * so can name the properties that differ (pulumi/pulumi, pkg/resource/deploy/step_generator.go,
 * diffResource).
 */
export function diffResult(found: ObjectDiff): dynamic.DiffResult {
  const { differences, deleteBeforeReplace } = found;
  if (differences.length === 0) return { changes: false, deleteBeforeReplace };
  const replaces = topLevelKeys(differences.filter((difference) => difference.replaces));
  return { replaces, deleteBeforeReplace };
}

/**
 * Whether the state does not name the provider's code, because the plugin has created the object. The engine
 * takes the code for reads and deletes from the outputs, so an update has to add it.
 */
const lacksCode = (outputs: Props): boolean => outputs[providerKey] === undefined;

/**
 * A difference that is claimed, so that an update restores the code. Without `changes`, the option
 * `replaceOnChanges: ["*"]` would turn that into a replacement.
 */
const codeRestored = ({ deleteBeforeReplace }: ObjectDiff): dynamic.DiffResult => ({
  changes: true,
  deleteBeforeReplace,
});

/** An error of which the process makes ErrorResourceInitFailed, so that the engine stores the state. */
class PartialStateError extends Error {
  readonly reasons: string[];

  constructor(
    message: string,
    readonly id: string,
    readonly properties: Props,
  ) {
    super(message);
    this.stack = "";
    this.reasons = [message];
  }
}

/** The process puts `__provider` back into results, but not into the state of an error. */
function pulumiError(
  resource: Lifecycle,
  error: OperationFailed,
  provider: Json | undefined,
): Error {
  if (!error.partialState) return error;
  const { id } = error.partialState;
  const outs = marked(resource, error.partialState.outs);
  const properties = provider === undefined ? outs : { ...outs, [providerKey]: provider };
  return new PartialStateError(error.message, id, properties);
}
