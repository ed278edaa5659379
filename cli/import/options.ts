import { resolve } from "node:path";

export interface ImportOptions {
  stack?: string;
  cwd: string;
  out: string;
  plugin?: boolean;
  /** Which objects to import. Without these, all of them. */
  kind?: string[];
  id?: string[];
  /** Patterns, in which `*` stands for any characters and `?` for one. */
  name?: string[];
  /** The name of the resource in the program that declares the object. */
  as?: string;
  /** Whether to import the objects that the program declares. */
  declared?: boolean;
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

/** Throws if options contradict each other, or if one of them has an impossible value. */
export function assertOptions(options: ImportOptions): void {
  const { list, run, as: name, id = [], out, cwd, fromTerraform, fromPulumi } = options;
  if (isDeclared(options)) assertForProgram(options);
  if (list && run) throw new Error("--list imports nothing. Leave out --run.");
  if (list && (fromTerraform !== undefined || fromPulumi !== undefined)) {
    throw new Error(
      "--list doesn't read another tool's state. Leave out --from-terraform and --from-pulumi.",
    );
  }
  if (name !== undefined && id.length !== 1) {
    throw new Error("--as is for one object. Pass its ID with --id.");
  }
  if (fromTerraform !== undefined && fromPulumi !== undefined) {
    throw new Error("Pass --from-terraform or --from-pulumi, not both.");
  }
  if (name === "") throw new Error("The name in --as is empty.");
  if (resolve(cwd, out) === resolve(cwd)) {
    throw new Error("--out is the program's own folder. Pass a different one.");
  }
}

/** Whether the program declares the objects to import. */
export const isDeclared = ({ declared, as }: ImportOptions): boolean =>
  declared === true || as !== undefined;

/** These options select what the program doesn't declare, or are about files that this import doesn't write. */
const ofOtherImports = ["list", "kind", "name", "plugin", "fromTerraform", "fromPulumi", "json"];

function assertForProgram(options: ImportOptions): void {
  const other = ofOtherImports.find((key) => options[key as keyof ImportOptions] !== undefined);
  if (other !== undefined) {
    const flag = other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new Error(`--declared and --as import what the program declares. Leave out --${flag}.`);
  }
  if (options.declared && (options.as !== undefined || options.id !== undefined)) {
    throw new Error("--declared finds the objects itself. Leave out --id and --as.");
  }
}
