import { resolve } from "node:path";

export interface ImportOptions {
  stack?: string;
  cwd: string;
  out: string;
  language?: string;
  /** Which objects to import. Without these, all of them. */
  kind?: string[];
  id?: string[];
  /** Patterns, in which `*` stands for any characters and `?` for one. */
  name?: string[];
  /** The name of the resource in the program that declares the object. */
  as?: string;
  list?: boolean;
  run?: boolean;
  force?: boolean;
  /** A file that `terraform show -json` or `tofu show -json` has written. */
  fromTerraform?: string;
  /** A stack, or a file that `pulumi stack export --show-secrets` has written. */
  fromPulumi?: string;
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
