import { isDeepStrictEqual } from "node:util";
import { diffResult } from "../../../provider/adapters/dynamic";
import type { Lifecycle } from "../../../provider/lifecycle/resource";
import type { Session } from "../../../provider/lifecycle/session";
import type { Props } from "../../../provider/shared/json";
import { jsonCopy } from "../values/inputs";

export interface State {
  id: string;
  inputs: Props;
  outs: Props;
}

/** Performs the engine's operations on a resource, in its order and with JSON in between. */
export function engine(resource: Lifecycle, session: Session) {
  function checked(olds: Props, program: Props): Props {
    const { inputs, failures } = resource.check(jsonCopy(olds), jsonCopy(program));
    if (failures.length > 0) throw new Error(failures.join("; "));
    return jsonCopy(inputs);
  }

  const self = {
    async create(program: Props): Promise<State> {
      const inputs = checked({}, program);
      const { id, outs } = await resource.create(session, jsonCopy(inputs));
      return { id, inputs, outs: jsonCopy(outs) };
    },

    plan(state: State, program: Props) {
      const inputs = checked(state.inputs, program);
      return diffResult(resource.diff(session, state.id, jsonCopy(state.outs), inputs));
    },

    /** Updates regardless of the plan, as the engine does after a partial failure. */
    async update({ id, inputs: olds, outs }: State, program: Props): Promise<State> {
      const inputs = checked(olds, program);
      const result = await resource.update(session, id, jsonCopy(outs), jsonCopy(inputs));
      return { id, inputs, outs: jsonCopy(result.outs) };
    },

    /** Undefined if the object no longer exists. */
    async refresh({ id, outs }: State): Promise<State | undefined> {
      const result = await resource.read(session, id, jsonCopy(outs));
      return result && { id, outs: jsonCopy(result.outs), inputs: jsonCopy(result.inputs) };
    },

    /** The inputs that a refresh would report, from a `diff` with exchanged arguments. */
    async drift(state: State): Promise<string[]> {
      const live = await self.refresh(state);
      if (!live) return ["gone"];
      const olds = jsonCopy(live.outs);
      const { differences } = resource.diff(session, state.id, olds, jsonCopy(state.inputs));
      if (differences.length === 0) return [];
      const keys = Object.keys({ ...state.inputs, ...live.inputs });
      return keys.filter((key) => !isDeepStrictEqual(live.inputs[key], state.inputs[key]));
    },

    async destroy({ id, outs }: State): Promise<void> {
      await resource.delete(session, id, jsonCopy(outs));
    },
  };
  return self;
}
