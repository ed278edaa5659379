import { parseArgs } from "node:util";
import {
  type CommandState,
  certificateOf,
  certificateOptions,
  done,
  flag,
  integer,
  type Print,
  text,
} from "./commandLine";
import { controlPath, startReceiver } from "./receiver";

const usage = `auth0-tenant-emulator listen: receives and prints the events of webhook streams

  --port <number>          port on 127.0.0.1; with 0, the system chooses (default: 4020)
  --bearer <token>         the token that a request must have; other requests get a 401
  --fail <status>          respond to every event with this status, from 300 to 599
  --tls-key, --tls-cert <file>  serve https with your key and certificate (PEM files)
  --help                   print this help

To let a receiver recover from --fail, send DELETE ${controlPath} while it runs.

Example:
  auth0-tenant-emulator listen --tls-key key.pem --tls-cert cert.pem --bearer made-up`;

export const options = {
  port: { ...text, default: "4020" },
  bearer: text,
  fail: text,
  ...certificateOptions,
  help: flag,
};

export async function listen(args: string[], print: Print): Promise<CommandState> {
  const flags = parseArgs({ args, options }).values;
  if (flags.help) {
    print(usage);
    return done;
  }
  const { port, bearer: token, fail } = flags;
  const tls = certificateOf(flags);
  const receiver = await startReceiver({
    port: integer("port", port, { maximum: 65_535 }),
    tls,
    token,
    fail: fail === undefined ? undefined : integer("fail", fail, { minimum: 300, maximum: 599 }),
    print,
  });
  if (tls === undefined) {
    print(
      "# An event stream needs an https endpoint. To serve https, pass --tls-key and --tls-cert.",
    );
  }
  print(`# Listening on ${receiver.url} until you press Ctrl+C.`);
  return { stop: () => receiver.close() };
}
