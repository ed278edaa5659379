/** The form of the dates of event streams. */
export const milliseconds = (time: number) => new Date(time).toISOString();

/** The form of the dates of policies: microseconds, as in recordings of the service. */
export const microseconds = (time: number) => milliseconds(time).replace("Z", "000Z");

/** `time`, or a later time than `previous`: every update shows, even if the clock stands still. */
export const laterThan = (previous: string, time: number) =>
  Math.max(time, Date.parse(previous) + 1);
