const time = /([01]\d|2[0-3]):[0-5]\d/.source;
const rfc3339 = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)T${time}:[0-5]\\d(\\.\\d+)?(Z|[+-]${time})$`,
  "i",
);

/** Date-times of RFC 3339, but for leap seconds, which a `Date` cannot express. */
function isDateTime(text: string): boolean {
  const day = rfc3339.exec(text)?.[1];
  const start = new Date(`${day}T00:00:00Z`);
  // `Date` moves the 30th of February into March.
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(`${day}T`);
}

/** What `minLength` and `maxLength` count: characters, also those outside the basic plane. */
export const characters = (text: string) => [...text].length;

/** The values of `format` in schema.json. */
export const formats = {
  "date-time": isDateTime,
  url: (text: string) => URL.canParse(text),
};
