import { readFileSync } from "node:fs";
import { compare, contractOf, readContract } from "./compare";

// `make contract oas=<file>`: prints what a newer OpenAPI document of the Management API changes in the part
// that this project uses. With `path=</event-streams>` it prints the contract of this path instead, for a new
// resource. Arguments: the folder of the recorded contracts, the document, and the path.

const [recorded = "", file = "", path = ""] = process.argv.slice(2);
if (file === "") {
  console.error("Name an OpenAPI document of the Management API: make contract oas=<file>");
  process.exit(2);
}
const document = JSON.parse(readFileSync(file, "utf8"));
if (path === "") {
  const lines = compare(readContract(recorded), document);
  for (const line of lines) console.log(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
} else {
  const source = { name: file, version: document.info?.version };
  console.log(JSON.stringify({ source, ...contractOf(document, [path]) }, null, 2));
}
