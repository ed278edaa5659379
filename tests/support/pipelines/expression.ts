// biome-ignore lint/suspicious/noExplicitAny: the values of a workflow's contexts
type Any = any;

/** What an expression of a workflow can use. */
export interface Scope {
  /** `github`, `matrix`, `secrets`, `vars`, `needs`, `steps`. */
  contexts: Record<string, Any>;
  /** Whether a step of the job so far, or a job that it needs, has failed. */
  failed: boolean;
}

/**
 * The value of an expression: where the written workflows use them, GitHub's expressions mean the same in
 * JavaScript, but a name without a value is null. actionlint knows the names.
 */
export function evaluate(expression: string, { contexts, failed }: Scope): Any {
  const names = {
    ...contexts,
    ...{ fromJSON: JSON.parse, cancelled: () => false, success: () => !failed },
  };
  const script = expression.replace(/'[^']*'|\./g, (part) => (part === "." ? "?." : part));
  return new Function(...Object.keys(names), `return (${script})`)(...Object.values(names));
}

/** Of a job or a step. One that does not name the status holds only after success. */
export function conditionHolds(condition: string | undefined, scope: Scope): boolean {
  const expression = (condition ?? "success()").replace(/^\$\{\{(.*)\}\}\s*$/s, "$1");
  const namesStatus = /\b(cancelled|success)\(\)/.test(expression);
  return Boolean((namesStatus || !scope.failed) && evaluate(expression, scope));
}

/** A text with its expressions evaluated. */
export const filledIn = (text: unknown, scope: Scope): string =>
  String(text).replace(/\$\{\{(.*?)\}\}/g, (_, expression) =>
    String(evaluate(expression, scope) ?? ""),
  );

/** Values with their expressions evaluated. */
export const allFilledIn = (values: object = {}, scope: Scope): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, filledIn(value, scope)]));
