import * as sdk from "../../../sdk";
import { type Kind, samples } from "./kinds";

type ResourceClass = new (name: string, args: object) => unknown;
const classes = sdk as unknown as Record<string, ResourceClass>;

/** Declares a resource of a program, with the class that the SDK has for it. */
export function declare({ name }: Kind, logicalName: string, args: object): void {
  const Resource = classes[name] as ResourceClass;
  new Resource(logicalName, args);
}

/** A program with every sample of every resource; `names` has other logical names, by sample. */
export function everything(names: Record<string, string> = {}): void {
  for (const { kind, sample, program } of samples) declare(kind, names[sample] ?? sample, program);
}
