import { joinWords } from "../../../provider/schema/wording";
import type { Json } from "../../../provider/shared/json";
import { shellWord } from "../../../provider/shared/shellWord";
import { stackOptions } from "../../shared/shellCommands";
import { escapeInvisible, formatTime } from "../../shared/text";
import { type Entry, type Text, text } from "../view";
import {
  type ResourceReport,
  type SharedReport,
  type StackReport,
  stackLabel,
  type UnmanagedReport,
} from "./report";

export function driftedObject(resource: ResourceReport): Entry {
  const { result, properties, urn, updatedAt } = resource;
  return {
    ...object(resource),
    status: result,
    found: result === "gone" ? "missing" : result,
    facts: [
      ...facts(resource),
      ...(updatedAt === undefined ? [] : [text`last written ${formatTime(updatedAt)}`]),
    ],
    urn,
    notes: result === "gone" ? ["The object no longer exists in the tenant."] : [],
    ...(properties.length > 0 && {
      table: {
        columns: ["Property", "Expected", "Live"],
        rows: properties.map(({ path, expected, live }) => [
          text`${path}`,
          { value: expected },
          { value: live },
        ]),
      },
    }),
  };
}

type AnyObject = Pick<ResourceReport, "kind" | "name" | "id" | "tenant" | "note">;

const object = ({ kind, name, note }: AnyObject) => ({
  title: text`${kind} ${name}`,
  messages: note === undefined ? [] : [{ message: note }],
});

const facts = ({ id, tenant }: AnyObject): Text[] => [
  ...(tenant === undefined ? [] : [text`tenant ${tenant}`]),
  text`ID ${id}`,
];

export function unmanagedObject(one: UnmanagedReport): Entry {
  const { createdAt } = one;
  const created = createdAt === undefined ? [] : [text`created ${formatTime(createdAt)}`];
  return { status: "unmanaged", ...object(one), facts: [...facts(one), ...created] };
}

/** An object with its other owners, and the command with which this stack gives it up. */
export function sharedObject(one: SharedReport, { name, folder }: StackReport): Entry {
  const others = one.owners.map((owner) =>
    escapeInvisible(`${owner.name} in the stack ${owner.stack}`),
  );
  const command = `pulumi state delete ${shellWord(one.urn)} ${stackOptions({ name, folder })}`;
  const note = `Other owners: ${joinWords(others, "and")}.\nTo give up the object here without deleting it, run this command, and remove the resource from the program before the next pulumi up:\n${escapeInvisible(command)}`;
  return { status: "shared", ...object({ ...one, note }), facts: facts(one) };
}

export const unverifiableObject = (stack: StackReport, resource: ResourceReport): Entry => ({
  status: "unverifiable",
  title: object(resource).title,
  facts: [inStack(stack), ...facts(resource)],
});

export function ignoredObject(stack: StackReport, resource: ResourceReport): Entry {
  const values = resource.properties.map(
    ({ path, live = "not set" }) => `${path} (${shown(live)})`,
  );
  const left = text`left to Auth0: ${values.join(", ")}`;
  const all = [inStack(stack), ...facts(resource), left];
  return { status: "ignored", ...object(resource), facts: all };
}

const inStack = (stack: StackReport): Text => text`in ${stackLabel(stack)}`;

const shown = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
