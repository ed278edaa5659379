// Runs scripts of examples/gitops on request, in one process: a start of Node takes longer than most
// of them. Each run has its own arguments, environment, folder, output and exit code.
import { pathToFileURL } from "node:url";

let runs = 0;

process.on("message", async ({ file, args, folder, env }) => {
  process.argv = [process.execPath, file, ...args];
  process.env = env;
  process.chdir(folder);
  process.exitCode = undefined;
  let text = "";
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (part) => {
      text += part;
      return true;
    };
  }
  try {
    // Another query is another module, so that the script runs again; its imports are loaded once.
    await import(`${pathToFileURL(file)}?run=${++runs}`);
  } catch (error) {
    text += `${error.stack}\n`;
    process.exitCode = 1;
  }
  process.send({ code: process.exitCode ?? 0, text });
});
