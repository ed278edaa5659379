/** `EventType` for `eventType`; C# has the same names. */
export const nameInGo = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);
