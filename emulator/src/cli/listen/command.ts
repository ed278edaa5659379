import {
  type CommandIo,
  type CommandState,
  certificateOf,
  certificateOptions,
  createdCertificateFile,
  done,
  flag,
  integer,
  parseFlags,
  text,
} from "../commandLine";
import { controlPath, failureRange, startReceiver } from "./receiver";

const usage = `auth0-tenant-emulator listen: receives the events of webhook streams, and prints them

  --port <number>          port on 127.0.0.1 (default 4020); 0: any free port
  --bearer <token>         the token that a request must have; another request gets a 401
  --fail <status>          fail every event with this status
  --tls                    serve https, with a certificate that is created at each start
  --tls-key, --tls-cert <file>  serve https, with your key and certificate in PEM
  --help

While it runs, PUT ${controlPath} with {"fail": 503} lets it fail, and DELETE ${controlPath} lets it recover.

Example:
  auth0-tenant-emulator listen --tls --bearer made-up`;

export const options = {
  port: { ...text, default: "4020" },
  bearer: text,
  fail: text,
  ...certificateOptions,
  help: flag,
};

/** Serves a receiver for webhook streams. */
export async function listen(args: string[], { print }: CommandIo): Promise<CommandState> {
  const flags = parseFlags({ args, options }).values;
  if (flags.help) {
    print(usage);
    return done;
  }
  const tls = certificateOf(flags);
  const receiver = await startReceiver({
    port: integer("port", flags.port, { maximum: 65_535 }),
    tls,
    token: flags.bearer,
    fail: flags.fail === undefined ? undefined : integer("fail", flags.fail, failureRange),
    print,
  });
  const certificate = createdCertificateFile(flags, tls);
  if (tls === undefined) print("# a stream needs an https endpoint: start with --tls");
  if (certificate) print(`# option of the tenant: --delivery-ca ${certificate.path}`);
  print(`# listening on ${receiver.url}, Ctrl+C stops it`);
  return {
    async stop() {
      certificate?.remove();
      await receiver.close();
    },
  };
}
