import type { Session } from "./session";

/**
 * What a notice begins with, in brackets: users search for it. The drift command recognizes notices by it,
 * because the engine passes on the text of a notice and its severity only.
 */
type NoticeCode = "not-verifiable" | "unknown-field";

/** Prints a notice, once in a run. */
export function notify({ run, api }: Session, code: NoticeCode, text: string): void {
  run.printOnce(`[${code}] ${text}`, (notice) => api.logger.info(notice));
}

export const hasCode = (line: string, code: NoticeCode): boolean => line.startsWith(`[${code}] `);
