import type { ResourceDefinition } from "../resources/definition";
import { decodeDeclared, hoistNestedOutputs, wireName } from "../schema/codec";
import { sortSets } from "../schema/normalize";
import { resourceSchema } from "../schema/packageSchema";
import { carryWriteOnly } from "../schema/secrets";
import { isObject, type Json, mapProps, type Props } from "../shared/json";

/** What a state takes from an answer of the service. */
export function stateFromAnswer({ name, hoisted: paths = {} }: ResourceDefinition) {
  const { inputs, outputs } = resourceSchema(name);

  /** What an answer says of inputs, and what the service adds to them. */
  function splitAnswer(answer: Json | undefined): { live: Props; added: Props } {
    const { wire, hoisted } = hoistNestedOutputs(isObject(answer) ? answer : {}, paths);
    // The tenant is ours to remember, whatever an answer calls so.
    const { tenant: _, ...added } = { ...decodeDeclared(outputs, wire), ...hoisted };
    return { live: sortSets(inputs, decodeDeclared(inputs, wire)) as Props, added };
  }

  /** What a program manages of a live object, with what the service never answers put back. */
  function managedInputs(live: Props, known: Props, all = false): Props {
    const kept = mapProps(live, (value, key) => (all || key in known ? value : undefined));
    return carryWriteOnly(inputs, kept, known) as Props;
  }

  /** What an answer adds to the inputs, or what is odd about it. */
  function addedBy(answer: Json | undefined): { added: Props; odd?: string } {
    try {
      const { added } = splitAnswer(answer);
      const mistyped = ([key, value]: [string, Json]) =>
        typeof value !== outputs.properties[key]?.type;
      const odd = Object.entries(added).filter(mistyped);
      if (odd.length === 0) return { added };
      return { added: {}, odd: odd.map(([key]) => wireName(key)).join(", ") };
    } catch (error) {
      return { added: {}, odd: (error as Error).message };
    }
  }

  return { splitAnswer, managedInputs, addedBy };
}
