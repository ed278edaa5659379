/**
 * A setting without what people paste with it: white space, and what precedes a token in a header. An empty
 * value counts as not set, because pipelines set variables to nothing where a secret is missing. An explicit
 * Provider may pass numbers, which become text.
 */
export function settingText(name: string, value: unknown): string | undefined {
  const pasted = String(value ?? "").trim();
  const text = name === "apiToken" ? pasted.replace(/^Bearer\s+/i, "") : pasted;
  return text === "" ? undefined : text;
}

/** Auth0 rejects a credential with an invisible character, and doesn't say why. Only a key has lines. */
export function assertVisible({
  clientAssertionPrivateKey: _,
  ...credentials
}: Partial<Record<string, string>>): void {
  const [name] =
    Object.entries(credentials).find(([, text]) => /[\p{C}\p{Zl}\p{Zp}]/u.test(text ?? "")) ?? [];
  if (name === undefined) return;
  throw new Error(
    `The setting ${name} contains a line break or another invisible character. Copy it again.`,
  );
}
