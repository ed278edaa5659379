/** A text in quotes that a POSIX shell takes off. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** One word of a shell's command, quoted if it contains more than letters and the like. */
export const shellWord = (text: string): string =>
  /^[\w./@:+][\w./@:+-]*$/.test(text) ? text : shellQuoted(text);
