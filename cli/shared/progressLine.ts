/** Shows a text in place of the last one. Only a terminal can go back to the first column and clear the line. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
