export const typescriptProgram = (p: unknown) => "";
