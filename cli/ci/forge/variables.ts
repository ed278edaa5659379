/** The value of a variable that a command cannot do without. */
export function requireVariable(env: NodeJS.ProcessEnv, name: string, hint?: string): string {
  const value = env[name];
  if (value) return value;
  const runner = name.startsWith("GITHUB_") ? "GitHub Actions" : "GitLab CI";
  throw new Error(`${name} is not set: ${hint ?? `${runner} sets it`}.`);
}
