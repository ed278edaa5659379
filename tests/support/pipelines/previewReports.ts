import type { PlannedChange, PreviewReport } from "../../../cli/ci/previewReport/report";

/** A preview without changes, with what is given in place of it. */
export const preview = (stack: string, rest: Partial<PreviewReport> = {}): PreviewReport => ({
  version: 1,
  generator: "auth0-native 0.1.0",
  stack,
  result: "unchanged",
  counts: { same: 14 },
  objects: [],
  problems: [],
  output: "",
  ...rest,
});

export const change = (
  op: string,
  name: string,
  rest: Partial<PlannedChange> = {},
): PlannedChange => ({
  urn: `urn:pulumi:production::auth0::auth0-native:index:EventStream::${name}`,
  type: "EventStream",
  name,
  op,
  properties: [],
  ...rest,
});

const crm = change("replace", "crm", {
  id: "est_9XfK2mQ7vLw4RtYpZ3Nb8s",
  properties: [
    { path: "destination.type", before: "webhook", after: "eventbridge", replaces: true },
    { path: "destination.configuration.webhookAuthorization.token", before: "[secret]" },
    { path: "destination.configuration.awsAccountId", unknown: true },
  ],
  lost: "its id, and the failed deliveries that were not redelivered",
});

const audit = change("delete", "audit", {
  id: "est_0123456789abcdefghijkl",
  lost: "its id, and the failed deliveries that were not redelivered",
});

const partners = change("update", "partners", {
  type: "RateLimitPolicy",
  id: "rlp_0123456789abcdefghijkl",
  properties: [
    { path: "configuration.limit", before: 100, after: 250 },
    { path: "configuration.redirectUri", after: "https://example.com/slow-down" },
  ],
});

const production = preview("production", {
  result: "changes",
  counts: { update: 1, replace: 1, delete: 1, same: 40 },
  objects: [crm, partners, audit],
  output: `Previewing update (production):
~ auth0-native:index:RateLimitPolicy: (update)
    [id=rlp_0123456789abcdefghijkl]
Resources:
    ~ 1 to update
    - 1 to delete
    +-1 to replace
    3 changes. 40 unchanged
`,
});

/** Of two stacks: one with a replacement, an update and a deletion, and one without changes. */
export const typicalPreviews: PreviewReport[] = [preview("staging"), production];

/** A preview in which every text that can be any text is the given one. */
export const previewFullOf = (
  text: string,
  result: PreviewReport["result"] = "changes",
): PreviewReport => {
  const rest = {
    urn: text,
    type: text,
    id: text || "id",
    properties: [
      { path: text, before: text, after: { [text]: [text] }, replaces: true as const },
      { path: text, after: text, unknown: true as const },
    ],
    lost: `lost: ${text}`,
  };
  return preview("production", {
    generator: text,
    result,
    counts: { update: 1, replace: 1, delete: 1 },
    objects: ["create", "update", "replace", "delete"].map((op) => change(op, text, rest)),
    problems: [{ message: text, urn: text }],
    output: `start\n${text}\n${text}`,
  });
};
