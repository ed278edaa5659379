import type { Loss, PreviewReport } from "../../../cli/ci/previewReport/report";

/** A preview without changes, except the given properties. */
export const preview = (stack: string, rest: Partial<PreviewReport> = {}): PreviewReport => ({
  version: 1,
  stack,
  result: "unchanged",
  tenants: [],
  counts: { same: 14 },
  losses: [],
  problems: [],
  output: "",
  ...rest,
});

export const loss = (name: string, rest: Partial<Loss> = {}): Loss => ({
  kind: "EventStream",
  name,
  id: "est_0123456789abcdefghijkl",
  lost: "its ID and its failed deliveries",
  ...rest,
});

const production = preview("production", {
  result: "changes",
  tenants: ["example.eu.auth0.com", "example.us.auth0.com"],
  counts: { update: 1, replace: 1, delete: 1, same: 40 },
  losses: [
    loss("crm", { id: "est_9XfK2mQ7vLw4RtYpZ3Nb8s", replacedFor: ["destination.type"] }),
    loss("audit"),
  ],
  output: `Previewing update (production):
~ auth0-native:index:RateLimitPolicy: (update)
    [id=rlp_0123456789abcdefghijkl]
  ~ configuration: {
      ~ limit: 100 => 250
    }
Resources:
    ~ 1 to update
    - 1 to delete
    +-1 to replace
    3 changes. 40 unchanged
`,
});

/** The reports of a stack with a replacement, an update, and a deletion, and of an unchanged one. */
export const typicalPreviews: PreviewReport[] = [
  preview("staging", { tenants: ["staging.eu.auth0.com"] }),
  production,
];

/** A preview in which every free text is the given one. */
export const previewFullOf = (
  text: string,
  result: PreviewReport["result"] = "changes",
): PreviewReport => {
  const full = { type: text, id: text || "id", lost: `lost: ${text}` };
  return preview("production", {
    result,
    tenants: [text, text],
    counts: { update: 1, replace: 1, delete: 1 },
    changes: 1,
    repairs: [
      {
        ...{ kind: text, name: text, id: text, note: text },
        properties: [{ path: text, live: text, program: { [text]: text } }],
      },
    ],
    losses: [loss(text, full), loss(text, { ...full, replacedFor: [text, text] })],
    problems: [{ message: text, urn: text }],
    output: `start\n${text}\n${text}`,
  });
};
