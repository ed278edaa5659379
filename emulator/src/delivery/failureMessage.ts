/**
 * The length after which the service's recorded messages end with " ...", less `Post "`. The emulator
 * shortens only the URL, so that the reason can be read.
 */
const maxUrlLength = 44;
const maxReasonLength = 200;

/** As in recordings of the service: `Post "<URL>": <reason>`. A query may hold a secret, and is left out. */
export function failureMessage(endpoint: string, reason: string): string {
  const { origin, pathname } = new URL(endpoint);
  const url = `${origin}${pathname === "/" ? "" : pathname}`;
  return `Post "${shortened(url, maxUrlLength)}": ${shortened(reason, maxReasonLength)}`;
}

const shortened = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)} ...` : text;
