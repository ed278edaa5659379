import type { Context } from "../context";

/** The time that an object gets which is written now. */
export const objectTime = ({ settings, workTime = settings.now() }: Context) =>
  workTime - settings.clockSkewMs;

export const milliseconds = (time: number) => new Date(time).toISOString();

/** Policies carry microseconds where streams carry milliseconds, as in recordings of the service. */
export const microseconds = (time: number) => milliseconds(time).replace("Z", "000Z");

/** A later time than `previous` even when the clock stands still, so that an update always shows. */
export const after = (previous: string, time: number) => Math.max(time, Date.parse(previous) + 1);
