/** Below this length a secret occurs in ordinary words, and striking it out would spell it. */
const shortSecret = 6;

/** Strikes out secrets: as they are, in JSON, in a form. A very short one withholds the text. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets)]
    .filter((secret) => secret !== "")
    .flatMap((secret) => [
      secret,
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
