import type { dynamic } from "@pulumi/pulumi";
import { settingsFrom } from "../config/settings";
import { InitFailed } from "../lifecycle/initFailed";
import type { Lifecycle } from "../lifecycle/resource";
import { openSession, type Session } from "../lifecycle/session";
import { textsToRedact } from "../schema/secrets";
import type { Props } from "../shared/json";
import { redact } from "../shared/redact";
import { providerKey, reportedBySdkKey } from "../stateContract";

/** Results travel as protobuf, which fails on a single `undefined`: only plain JSON goes out. */
const clean = <T extends object>(result: T): T => JSON.parse(JSON.stringify(result));

const told = "its arguments are not valid; the errors of this program say what is wrong";

const strip = ({ [providerKey]: _, ...props }: Props): Props => props;

/**
 * Fits a lifecycle to Pulumi's dynamic-provider process. What it must hold against, in
 * pulumi/pulumi sdk/nodejs/cmd/dynamic-provider: `configure` runs once, concurrently with the first
 * calls and never again after an error; only id, properties and message of an error survive; a
 * thrown undefined, or one inside a result, hangs or orphans.
 */
export function dynamicProvider(resource: Lifecycle): dynamic.ResourceProvider<Props, Props> {
  let session: Session | undefined;
  let refusal: unknown = new Error("the provider was not configured");

  async function run<T extends object>(
    bags: Props[],
    call: (session: Session) => T | Promise<T>,
  ): Promise<T> {
    try {
      if (!session) throw refusal;
      return clean(await call(session));
    } catch (error) {
      throw plainError(error, secretsOf(bags), bags.at(-1) ?? {});
    }
  }

  const secretsOf = (bags: Props[]) => [
    ...bags.flatMap((bag) => textsToRedact(resource.inputs, bag)),
    ...(session?.api.secrets() ?? []),
  ];

  return {
    async configure({ config }) {
      // Nothing here may wait: calls that arrive meanwhile would find the provider half made.
      try {
        session = openSession(settingsFrom((key) => config.get(key), process.env));
      } catch (error) {
        refusal = error;
      }
    },
    check: (olds, news) =>
      run([olds, news], () => {
        if (news[reportedBySdkKey])
          return { inputs: {}, failures: [{ property: "", reason: told }] };
        // Before a create the engine gives an empty bag.
        const exists = Object.keys(olds).length > 0;
        const { inputs, failures } = resource.check(exists ? strip(olds) : undefined, strip(news));
        // The engine prints the value of a property that is named, secrets included.
        return { inputs, failures: failures.map((reason) => ({ property: "", reason })) };
      }),
    diff: (id, olds, news) =>
      run([olds, news], (t) => resource.diff(t, id, strip(olds), strip(news))),
    create: (inputs) => run([inputs], (t) => resource.create(t, strip(inputs))),
    read: (id, props = {}) =>
      run([props], async (t) => {
        const result = await resource.read(t, id, strip(props));
        return result ? { id, props: result.outs, inputs: result.inputs } : {};
      }),
    update: (id, olds, news) =>
      run([olds, news], (t) => resource.update(t, id, strip(olds), strip(news))),
    async delete(id, props) {
      await run([props], (t) => resource.delete(t, id, strip(props)).then(() => ({})));
    },
  };
}

/** An error of its own, without stack and without secrets; with the state that it must not lose. */
function plainError(error: unknown, secrets: string[], { [providerKey]: provider }: Props): Error {
  const message = redact(error instanceof Error ? error.message : String(error), secrets);
  const plain = new Error(message);
  plain.stack = "";
  if (!(error instanceof InitFailed)) return plain;
  const properties = clean({ ...error.outs, [providerKey]: provider });
  return Object.assign(plain, { id: error.id, properties, reasons: [message] });
}
