/** The value of a variable that a command cannot do without. */
export function requireVariable(
  env: NodeJS.ProcessEnv,
  name: string,
  hint = setByRunner(name),
): string {
  const value = env[name];
  if (value) return value;
  throw new Error(`${name} is not set: ${hint}.`);
}

/** The value of a variable that is a whole number. */
export function requireInteger(
  env: NodeJS.ProcessEnv,
  name: string,
  hint = setByRunner(name),
): number {
  const value = requireVariable(env, name, hint);
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new Error(`${name} is ${JSON.stringify(value)}, which is not a whole number: ${hint}.`);
}

const setByRunner = (name: string) =>
  `${name.startsWith("GITHUB_") ? "GitHub Actions" : "GitLab CI"} sets it`;
