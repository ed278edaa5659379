import fc from "fast-check";
import type { Fault } from "../../../emulator/src";
import type { Props } from "../../../provider/shared/json";
import { inputsOf } from "../values/arbitrary";
import { kindNamed, type ListedKind, listedKinds } from "../values/kinds";
import { creationTime } from "./objects";

/** An object in a state; the tenant may have another version of it, or none. */
export interface Known {
  kind: string;
  id: string;
  inputs: Props;
  stored: Props | undefined;
  /** Whether the object is in the state. All others belong to somebody else. */
  ours: boolean;
}

/** A change by somebody else when a refresh requests page number `page`. */
export interface Event {
  page: number;
  what: "delete" | "change" | "update" | "insert" | "append";
  index: number;
}

export interface RandomTenant {
  objects: Known[];
  events: Event[];
  trouble: { page: number; fault: Omit<Fault, "route"> } | undefined;
  parallel: number;
  retries: number;
}

const oneIn = (count: number) => fc.noBias(fc.nat(count - 1)).map((chance) => chance === 0);

const objects = ({ name: kind, resource }: ListedKind, maxLength: number) =>
  fc.array(
    fc
      .record({
        inputs: inputsOf(resource.inputs),
        other: fc.option(inputsOf(resource.inputs), { freq: 2 }),
        missing: oneIn(8),
        foreign: oneIn(4),
      })
      .map(({ inputs, other, missing, foreign }) => ({
        kind,
        inputs,
        stored: missing ? undefined : (other ?? inputs),
        ours: !foreign,
      })),
    { maxLength, size: "max" },
  );

const faults: Omit<Fault, "route">[] = [
  { kind: "expired" },
  { kind: "expired", times: 3 },
  { kind: "status", status: 403 },
  { kind: "status", status: 403, times: 0 },
  { kind: "status", status: 429, headers: { "retry-after": "0" } },
  { kind: "status", status: 503, headers: { "retry-after": "0" } },
  { kind: "drop" },
  { kind: "truncated" },
  { kind: "html", status: 404 },
];

/** Most tenants allow no retries when a list fails, because retries take real time. */
export const randomTenants: fc.Arbitrary<RandomTenant> = fc.record({
  objects: fc
    .oneof(
      ...listedKinds.map((kind) => objects(kind, 12)),
      fc.tuple(...listedKinds.map((kind) => objects(kind, 6))).map((all) => all.flat()),
    )
    .map((all) => all.map((one, index) => ({ ...one, id: kindNamed(one.kind).id(index) }))),
  events: fc.array(
    fc.record({
      page: fc.integer({ min: 1, max: 4 }),
      what: fc.constantFrom("delete", "change", "update", "insert", "append"),
      index: fc.nat(11),
    }),
    { maxLength: 4 },
  ),
  trouble: fc.option(
    fc.record({ page: fc.integer({ min: 1, max: 4 }), fault: fc.constantFrom(...faults) }),
    { freq: 2, nil: undefined },
  ),
  parallel: fc.integer({ min: 1, max: 30 }),
  retries: oneIn(25).map((retry) => (retry ? 2 : 0)),
});

/** The outputs in the state. */
export const bagOf = ({ inputs }: Known, domain: string): Props => ({
  ...inputs,
  createdAt: creationTime,
  updatedAt: creationTime,
  tenant: domain,
});
