import { resolve } from "node:path";
import type { StateSource } from "./official/readOfficialState";
import type { Selection } from "./select";

export interface ImportOptions extends Selection, StateSource {
  stack?: string;
  cwd: string;
  out: string;
  language?: string;
  kind?: string[];
  as?: string;
  list?: boolean;
  run?: boolean;
  force?: boolean;
  /** A file, or true for standard output. */
  json?: string | true;
}

/** Throws where options contradict each other, or where one of them has a value that makes no sense. */
export function assertOptions(options: ImportOptions): void {
  const { list, run, as: name, id = [], out, cwd, fromTerraform, fromPulumi } = options;
  if (list && (run || name !== undefined)) {
    throw new Error("--list imports nothing: leave out --run and --as");
  }
  if (list && (fromTerraform !== undefined || fromPulumi !== undefined)) {
    throw new Error(
      "--list shows what no stack holds, and reads no state of another tool: leave out --from-terraform and --from-pulumi",
    );
  }
  if (name !== undefined && id.length !== 1) {
    throw new Error("--as names one object: give its --id");
  }
  if (fromTerraform !== undefined && fromPulumi !== undefined) {
    throw new Error("--from-terraform and --from-pulumi each name a state: pass one of them");
  }
  if (name === "") throw new Error("the name of --as is empty");
  if (resolve(cwd, out) === resolve(cwd)) {
    throw new Error("--out is the program's own folder: name another one");
  }
}
