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

/** Throws if one of the options has an impossible value. Their conflicts are registered. */
export function assertOptions({ as: name, id = [], out, cwd }: ImportOptions): void {
  if (name !== undefined && id.length !== 1) {
    throw new Error("--as is for one object. Pass its ID with --id.");
  }
  if (name === "") throw new Error("The name in --as is empty.");
  if (resolve(cwd, out) === resolve(cwd)) {
    throw new Error("--out is the program's own folder. Pass a different one.");
  }
}

/** Whether the program declares the objects to import. */
export const isDeclared = ({ declared, as }: ImportOptions): boolean =>
  declared === true || as !== undefined;
