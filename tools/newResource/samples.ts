import { isDeepStrictEqual } from "node:util";
import type { SchemaNode } from "../../provider/schema/rawSchema";
import { type Json, mapProps, type Props } from "../../provider/shared/json";
import type { SchemaDraft } from "./schemaDraft";

/** Sample inputs within the limits, and copies with one change, one in place and one that replaces. */
export function samplesOf({ resource: { inputProperties }, types }: SchemaDraft) {
  const first = mapProps(inputProperties, (node, key) => sample(key, node, types, 0));
  const after = (replaces: boolean): Props | undefined => {
    const others = mapProps(inputProperties, (node, key) =>
      (node.replaceOnChanges === true) === replaces ? sample(key, node, types, 1) : undefined,
    );
    const key = Object.keys(others).find((one) => !isDeepStrictEqual(others[one], first[one]));
    return key === undefined ? undefined : { ...first, [key]: others[key] ?? "" };
  };
  const canaries = mapProps(first, (value, key) =>
    inputProperties[key]?.secret ? value : undefined,
  );
  return { first, changed: after(false) ?? first, replaced: after(true), canaries };
}

/** A different value for each number, if there is one. An optional part has only what it requires. */
function sample(key: string, node: SchemaNode, types: SchemaDraft["types"], which: number): Json {
  const { $ref, enum: values, properties, required = [], items, type } = node;
  if ($ref) return sample(key, types[$ref.replace("#/types/", "")] ?? {}, types, which);
  if (values) return values[which % values.length]?.value ?? "";
  if (properties) {
    return mapProps(properties, (child, name) =>
      required.includes(name) ? sample(name, child, types, which) : undefined,
    );
  }
  if (items) return [sample(key, items, types, which)];
  if (type === "boolean") return which === 0;
  if (type === "integer" || type === "number") return (node.minimum ?? 1) + which;
  const text = `${node.secret ? "canary-" : ""}${key}-${which}`;
  return text.padEnd(node.minLength ?? 0, "x").slice(0, node.maxLength);
}
