export const importFile = (p: unknown) => "";
