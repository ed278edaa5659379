import { Unsupported } from "./unsupported";

export type Variables = Record<string, string>;

/** A text with its variables replaced by their values. */
export const expand = (text: string, variables: Variables): string =>
  text.replace(/\$\{?(\w+)\}?/g, (_, name) => variables[name] ?? "");

/**
 * Evaluates a part of the expressions of GitLab's rules: `&&`, `||`, `==` and `!=` with variables and
 * texts. Throws at everything else.
 */
export const ruleHolds = (rule: string, variables: Variables): boolean =>
  rule
    .split("||")
    .some((any) => any.split("&&").every((one) => comparisonHolds(one.trim(), variables)));

const operand = /^(?:\$(\w+)|"([^"$]*)")$/;

function comparisonHolds(comparison: string, variables: Variables): boolean {
  const [left = "", operator = "", right = ""] = comparison.split(/\s*([!=]=)\s*/);
  const [one, other] = [left, right].map((text) => {
    const [, name, value] = operand.exec(text) ?? [];
    if (name === undefined && value === undefined) {
      throw new Unsupported(`${comparison}`);
    }
    return name === undefined ? value : (variables[name] ?? null);
  });
  return (operator === "==") === (one === other);
}
