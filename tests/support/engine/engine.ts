import { isDeepStrictEqual } from "node:util";
import type { Lifecycle } from "../../../provider/lifecycle/resource";
import type { Session } from "../../../provider/lifecycle/session";
import type { Props } from "../../../provider/shared/json";
import { plain } from "../values/inputs";

export interface State {
  id: string;
  inputs: Props;
  outs: Props;
}

/** What the engine does with a resource: in its order, and with JSON in between. */
export function engine(resource: Lifecycle, session: Session) {
  function checked(olds: Props, program: Props): Props {
    const { inputs, failures } = resource.check(plain(olds), plain(program));
    if (failures.length > 0) throw new Error(failures.join("; "));
    return plain(inputs);
  }

  const self = {
    async create(program: Props): Promise<State> {
      const inputs = checked({}, program);
      const { id, outs } = await resource.create(session, plain(inputs));
      return { id, inputs, outs: plain(outs) };
    },

    plan(state: State, program: Props) {
      return resource.diff(session, state.id, plain(state.outs), checked(state.inputs, program));
    },

    /** Updates whatever the plan says, as the engine does after a partial failure. */
    async update({ id, inputs: olds, outs }: State, program: Props): Promise<State> {
      const inputs = checked(olds, program);
      const result = await resource.update(session, id, plain(outs), plain(inputs));
      return { id, inputs, outs: plain(result.outs) };
    },

    /** Nothing where the object is gone. */
    async refresh({ id, outs }: State): Promise<State | undefined> {
      const result = await resource.read(session, id, plain(outs));
      return result && { id, outs: plain(result.outs), inputs: plain(result.inputs) };
    },

    /** The inputs that a refresh would name: `diff` is asked with the roles turned round. */
    async drift(state: State): Promise<string[]> {
      const live = await self.refresh(state);
      if (!live) return ["gone"];
      const { changes } = resource.diff(session, state.id, plain(live.outs), plain(state.inputs));
      if (changes === false) return [];
      const keys = Object.keys({ ...state.inputs, ...live.inputs });
      return keys.filter((key) => !isDeepStrictEqual(live.inputs[key], state.inputs[key]));
    },

    async destroy({ id, outs }: State): Promise<void> {
      await resource.delete(session, id, plain(outs));
    },
  };
  return self;
}
