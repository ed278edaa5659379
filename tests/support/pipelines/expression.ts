// biome-ignore lint/suspicious/noExplicitAny: the values of a workflow's contexts
type Any = any;

/** What an expression of a workflow can use. */
export interface Scope {
  /** `github`, `matrix`, `secrets`, `vars`, `steps`. */
  contexts: Record<string, Any>;
  /** The job's result so far. */
  result: "success" | "failure";
}

/**
 * Evaluates a part of GitHub's expressions: names, texts, `()`, `!`, `==`, `!=`, `&&`, `||`, and the
 * functions of the job's status. Throws at everything else.
 */
export function evaluate(expression: string, scope: Scope): Any {
  const tokens = expression.match(/'[^']*'|[\w.-]+(?:\(\))?|[!=]=|&&|\|\||[!()]|\S/g) ?? [];
  const value = new Parser(tokens, scope, expression).or();
  if (tokens.length > 0) throw new Error(`unsupported by this runner: ${tokens} in ${expression}`);
  return value;
}

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
    if (this.take("==")) return left === this.operand();
    if (this.take("!=")) return left !== this.operand();
    return left;
  }

  private operand(): Any {
    const token = this.tokens.shift() ?? "";
    if (token === "!") return !this.operand();
    if (token === "(") {
      const value = this.or();
      if (!this.take(")")) throw new Error(`no ) in ${this.expression}`);
      return value;
    }
    if (token.startsWith("'")) return token.slice(1, -1);
    if (token === "success()") return this.scope.result === "success";
    if (token === "failure()") return this.scope.result === "failure";
    if (token === "cancelled()") return false;
    return contextValue(token, this.scope.contexts);
  }

  private take(token: string): boolean {
    if (this.tokens[0] !== token) return false;
    this.tokens.shift();
    return true;
  }
}

function contextValue(name: string, contexts: Record<string, Any>): Any {
  let value: Any = contexts;
  for (const part of name.split(".")) {
    // Properties that an event does not have are null; any other unknown name is a mistake.
    if (value === null) return null;
    if (!(part in value)) {
      if (name.startsWith("github.event.")) return null;
      throw new Error(`unsupported by this runner: ${name}`);
    }
    value = value[part];
  }
  return value;
}
