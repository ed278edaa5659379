// Jest's copy of `process` builds this set anew whenever it is read, and axios reads it with each request.
const { allowedNodeEnvironmentFlags: value } = process;
Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value });
