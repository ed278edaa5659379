import { join } from "node:path";

export const root = join(__dirname, "..", "..");
