import { parseArgs } from "node:util";
import {
  type CommandIo,
  type CommandState,
  certificateOf,
  certificateOptions,
  done,
  flag,
  integer,
  text,
} from "./commandLine";
import { controlPath, startReceiver } from "./receiver";

const usage = `auth0-tenant-emulator listen: receives the events of webhook streams, and prints them

  --port <number>          port on 127.0.0.1 (default 4020); 0: any free port
  --bearer <token>         the token that a request must have; another request gets a 401
  --fail <status>          fail every event with this status, from 300 to 599
  --tls-key, --tls-cert <file>  serve https, with your key and certificate in PEM
  --help

While it runs, DELETE ${controlPath} lets it recover from --fail.

Example:
  auth0-tenant-emulator listen --tls-key key.pem --tls-cert cert.pem --bearer made-up`;

export const options = {
  port: { ...text, default: "4020" },
  bearer: text,
  fail: text,
  ...certificateOptions,
  help: flag,
};

export async function listen(args: string[], { print }: CommandIo): Promise<CommandState> {
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
  if (tls === undefined) print("# a stream needs an https endpoint: use --tls-key and --tls-cert");
  print(`# listening on ${receiver.url}, Ctrl+C stops it`);
  return { stop: () => receiver.close() };
}
