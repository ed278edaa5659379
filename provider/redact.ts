/** Below this length a secret occurs in ordinary words, and striking it out would spell it. */
const shortSecret = 6;

/** A secret that is JSON, such as a service account, holds the real one: an error may quote that. */
const quotedWithin = /(?<=")(?:[^"\\]|\\.){20,}(?=")/gs;

/** Strikes out secrets: as they are, in JSON, in a form. A very short one withholds the text. */
export function redact(text: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [secret, ...(secret.match(quotedWithin) ?? [])]);
  const forms = [...new Set(parts)]
    .filter((secret) => secret !== "")
    .flatMap((secret) => [
      secret,
      secret.replaceAll("\\n", "\n"),
      JSON.stringify(secret).slice(1, -1),
      new URLSearchParams({ _: secret }).toString().slice(2),
    ])
    .sort((a, b) => b.length - a.length);
  return forms.reduce((clean, form) => {
    if (!clean.includes(form)) return clean;
    return form.length < shortSecret
      ? "(message withheld: it repeats a secret)"
      : clean.replaceAll(form, "[secret]");
  }, text);
}
