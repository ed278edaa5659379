import { Unsupported } from "./unsupported";

// biome-ignore lint/suspicious/noExplicitAny: the values of a workflow's contexts
type Any = any;

/** What the functions of the status return. */
export interface Status {
  success: boolean;
  failure: boolean;
  cancelled: boolean;
}

export const succeeded: Status = { success: true, failure: false, cancelled: false };

/** What an expression of a workflow can use. */
export interface Scope {
  /** `github`, `matrix`, `secrets`, `vars`, `needs`, `steps`. */
  contexts: Record<string, Any>;
  /** Of the job's steps so far, or of the jobs that it needs. */
  status: Status;
}

/**
 * Evaluates a part of GitHub's expressions: names, texts, `()`, `!`, `==`, `!=`, `&&`, `||`, and the
 * functions of the status and `fromJSON`. Throws at everything else.
 */
function evaluate(expression: string, scope: Scope): Any {
  const tokens =
    expression.match(/'[^']*'|fromJSON(?=\()|[\w.-]+(?:\(\))?|[!=]=|&&|\|\||[!()]|\S/g) ?? [];
  const value = new Parser(tokens, scope, expression).or();
  if (tokens.length > 0) throw new Unsupported(`${tokens} in ${expression}`);
  return value;
}

/** Of a job or a step. One that does not name the status holds only after success. */
export function conditionHolds(condition: unknown, scope: Scope): boolean {
  const expression = String(condition ?? "success()").replace(/^\$\{\{(.*)\}\}\s*$/s, "$1");
  const namesStatus = /\b(cancelled|success|failure|always)\(\)/.test(expression);
  return Boolean((namesStatus || scope.status.success) && evaluate(expression, scope));
}

/** The value of a text that is one expression. */
export function evaluated(text: string, scope: Scope): Any {
  const [, expression] = /^\$\{\{(.*)\}\}$/.exec(text) ?? [];
  if (expression === undefined) throw new Unsupported(text);
  return evaluate(expression, scope);
}

/** A text with its expressions evaluated. */
export const filledIn = (text: unknown, scope: Scope): string =>
  String(text).replace(/\$\{\{(.*?)\}\}/g, (_, expression) =>
    String(evaluate(expression, scope) ?? ""),
  );

/** A method for each precedence, the lowest first; each takes its tokens from the start. */
class Parser {
  constructor(
    private readonly tokens: string[],
    private readonly scope: Scope,
    private readonly expression: string,
  ) {}

  or(): Any {
    let left = this.and();
    while (this.take("||")) {
      // Evaluated even if it is not needed, since its tokens have to be taken.
      const right = this.and();
      left = left || right;
    }
    return left;
  }

  private and(): Any {
    let left = this.comparison();
    while (this.take("&&")) {
      const right = this.comparison();
      left = left && right;
    }
    return left;
  }

  private comparison(): Any {
    const left = this.operand();
    if (this.take("==")) return isEqual(left, this.operand());
    if (this.take("!=")) return !isEqual(left, this.operand());
    return left;
  }

  private operand(): Any {
    const token = this.tokens.shift() ?? "";
    if (token === "!") return !this.operand();
    if (token === "fromJSON") return JSON.parse(this.operand());
    if (token === "(") {
      const value = this.or();
      if (!this.take(")")) throw new Error(`no ) in ${this.expression}`);
      return value;
    }
    if (token.startsWith("'")) return token.slice(1, -1);
    const { success, failure, cancelled } = this.scope.status;
    if (token === "success()") return success;
    if (token === "failure()") return failure;
    if (token === "cancelled()") return cancelled;
    if (token === "always()") return true;
    return contextValue(token, this.scope.contexts);
  }

  private take(token: string): boolean {
    if (this.tokens[0] !== token) return false;
    this.tokens.shift();
    return true;
  }
}

/** GitHub ignores the case of texts, and compares other types as numbers. */
function isEqual(left: Any, right: Any): boolean {
  if (typeof left === "string" && typeof right === "string") {
    return left.toLowerCase() === right.toLowerCase();
  }
  return Number(left) === Number(right);
}

/** Names that GitHub looks up at run time, so that one without a value is no mistake. */
const optional = /^(github\.event|secrets|vars)\./;

function contextValue(name: string, contexts: Record<string, Any>): Any {
  let value: Any = contexts;
  for (const part of name.split(".")) {
    if (value === null) return null;
    if (!(part in value)) {
      if (optional.test(name)) return null;
      throw new Unsupported(`${name}`);
    }
    value = value[part];
  }
  return value;
}
