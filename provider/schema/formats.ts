const hoursAndMinutes = /([01]\d|2[0-3]):[0-5]\d/.source;
const rfc3339 = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)T${hoursAndMinutes}:[0-5]\\d(\\.\\d+)?(Z|[+-]${hoursAndMinutes})$`,
  "i",
);

/** A date-time of RFC 3339, section 5.6. Leap seconds are rejected, because a `Date` cannot hold one. */
function isDateTime(text: string): boolean {
  const day = rfc3339.exec(text)?.[1];
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime())) return false;
  // A `Date` turns the 30th of February into a day of March.
  return midnight.toISOString().startsWith(day);
}

/** The length that `minLength` and `maxLength` limit: code points, as JSON Schema defines it. */
export const codePointCount = (text: string) => [...text].length;

/** The values of `format` in schema.json. */
export const formats = {
  "date-time": isDateTime,
  url: (text: string) => URL.canParse(text),
};
