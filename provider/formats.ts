const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** What `minLength` and `maxLength` count: characters, also those outside the basic plane. */
export const characters = (text: string) => [...text].length;

/** The values of `format` in schema.json. */
export const formats = {
  "date-time": (text: string) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)),
  url: (text: string) => URL.canParse(text),
};
