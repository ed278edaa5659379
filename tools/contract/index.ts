import { readFileSync } from "node:fs";
import { compare, readContract } from "./compare";

// `make contract oas=<file>` prints what a newer OpenAPI document of the Management API changes in the part
// that this project uses. The arguments are the folder of the recorded contracts, and the document.

const [recorded = "", file = ""] = process.argv.slice(2);
if (file === "") {
  console.error("Pass an OpenAPI document of the Management API: make contract oas=<file>");
  process.exit(2);
}
const lines = compare(readContract(recorded), JSON.parse(readFileSync(file, "utf8")));
for (const line of lines) console.log(line);
process.exitCode = lines.length > 0 ? 1 : 0;
