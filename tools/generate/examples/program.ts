import { isMap, parseDocument, type Scalar } from "yaml";
import { isObject, type Json, type Props } from "../../../provider/shared/json";

/** What an example in YAML declares, in the order of the file. */
export interface Program {
  resources: Declared[];
  /** Calls of functions by variable name. */
  calls: Declared[];
  /** The name of each output, and the path to its value. */
  outputs: [name: string, path: string[]][];
  /** Whether the program reads the configuration, which has only secrets. */
  readsConfig: boolean;
}

export interface Declared {
  name: string;
  /** The resource or function, such as `EventStream`, `Provider`, or `getDeliveries`. */
  of: string;
  args: Props;
  /** The name of an explicit Provider. */
  provider?: string | undefined;
  comment: string;
}

/** The path in a value such as `${billing.status}`, or undefined for any other value. */
export const referenceIn = (value: Json | undefined): string[] | undefined =>
  typeof value === "string" ? /^\$\{([\w.-]+)\}$/.exec(value)?.[1]?.split(".") : undefined;

export function programIn(yaml: string): Program {
  const document = parseDocument(yaml);
  const { config = {}, resources = {}, variables = {}, outputs = {} } = document.toJS();
  for (const [name, { secret }] of Object.entries<Props>(config)) {
    if (!secret) throw new Error(`${name}: an example's configuration may have only secrets.`);
  }
  const node = document.get("resources");
  const comments = isMap<Scalar<string>>(node)
    ? node.items.map(({ key }) => key.commentBefore ?? "")
    : [];
  // The parser gives the comment before a map's first entry to the map.
  if (isMap(node) && node.commentBefore) comments[0] = node.commentBefore;
  const program: Program = {
    resources: Object.entries<Props>(resources).map(
      ([name, { type, properties, options }], index) => ({
        name,
        of: String(type).replace("pulumi:providers:auth0-native", "Provider").replace(/^.*:/, ""),
        args: isObject(properties) ? properties : {},
        provider: isObject(options) ? referenceIn(options.provider)?.[0] : undefined,
        comment: comments[index]?.trim() ?? "",
      }),
    ),
    calls: Object.entries<Props>(variables).map(([name, { "fn::invoke": call }]) => {
      const { function: of, arguments: args } = call as Props;
      return { name, of: String(of).replace(/^.*:/, ""), args: args as Props, comment: "" };
    }),
    outputs: Object.entries<Json>(outputs).map(([name, value]) => [name, referenceIn(value) ?? []]),
    readsConfig: Object.keys(config).length > 0,
  };
  assertConvertible(program, Object.keys(config));
  return program;
}

function assertConvertible({ resources, calls, outputs }: Program, secrets: string[]): void {
  const passed = JSON.stringify([...resources, ...calls].map(({ args }) => args));
  const references = passed.match(/"[^"]*\$\{[^"]*"/g) ?? [];
  const other = references.find((text) => !secrets.some((name) => text === `"\${${name}}"`));
  if (other) throw new Error(`${other}: an example's argument must be a value or a secret's name.`);
  const [pathless] = outputs.find(([, path]) => path.length === 0) ?? [];
  if (pathless) throw new Error(`${pathless}: an example's output must be the path to a value.`);
}

/** Whether another part of the program refers to a resource. */
export const isReferred = ({ resources, outputs }: Program, { name }: Declared): boolean =>
  resources.some(({ provider }) => provider === name) ||
  outputs.some(([, [first]]) => first === name);
