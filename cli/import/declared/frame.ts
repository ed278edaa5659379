import type { Json } from "../../../provider/shared/json";
import { parseUrn } from "../../../provider/shared/urn";

/** A resource in the file of `pulumi preview --import-file`. */
export interface FrameEntry {
  type: string;
  /** Unique in the file, unlike the resource's own name. */
  name: string;
  logicalName?: string;
  id?: string;
  /** The names of other entries, or of resources in the name table. */
  parent?: string;
  provider?: string;
  component?: boolean;
  [more: string]: Json | undefined;
}

/** What `pulumi import` needs besides ids: each resource that a preview would create, with placeholders. */
export interface ImportFrame {
  /** The URNs of resources that the state already has. */
  nameTable?: Record<string, string>;
  resources?: FrameEntry[];
}

/** The entries of a frame, by their resources' URNs. */
export class FrameEntries {
  private readonly byName: Map<string, FrameEntry>;
  private readonly byKey: Map<string, FrameEntry>;

  constructor(private readonly frame: ImportFrame) {
    const { resources = [] } = frame;
    this.byName = new Map(resources.map((entry) => [entry.name, entry]));
    this.byKey = new Map(
      resources.map((entry) => [
        keyOf(this.typesOf(entry), entry.logicalName ?? entry.name),
        entry,
      ]),
    );
  }

  of(urn: string): FrameEntry | undefined {
    const { types, name } = parseUrn(urn);
    return this.byKey.get(keyOf(types, name));
  }

  /** The entries that must be imported with this one: components above it, and Providers. */
  needsOf(entry: FrameEntry): FrameEntry[] {
    return [entry.parent, entry.provider].flatMap((name) => {
      const needed = this.byName.get(name ?? "");
      return needed ? [needed, ...this.needsOf(needed)] : [];
    });
  }

  /** The frame with only these entries, and what they need. */
  with(entries: FrameEntry[]): ImportFrame {
    const own = new Map(entries.map((entry) => [entry.name, entry]));
    const needed = entries.flatMap((entry) => this.needsOf(entry).map(({ name }) => name));
    const names = new Set([...own.keys(), ...needed]);
    const resources = (this.frame.resources ?? []).filter(({ name }) => names.has(name));
    return { ...this.frame, resources: resources.map((entry) => own.get(entry.name) ?? entry) };
  }

  private typesOf({ type, parent = "" }: FrameEntry): string[] {
    const above = this.byName.get(parent);
    const inState = this.frame.nameTable?.[parent];
    if (above) return [...this.typesOf(above), type];
    return inState === undefined ? [type] : [...parseUrn(inState).types, type];
  }
}

/** A URN without its stack and project, which all entries share. */
const keyOf = (types: string[], name: string) => `${types.join("$")}::${name}`;

/** Whether an entry is an object of a tenant or a cloud, and not a component or a Provider. */
export const isObjectEntry = ({ type, component }: FrameEntry): boolean =>
  component !== true && !type.startsWith("pulumi:providers:");
