import { certificateOf, certificateOptions, createdCertificateFile } from "../certificateOption";
import { type CommandIo, type CommandState, done } from "../command";
import { flag, integer, parseFlags, text } from "../flags";
import { type Behaviour, ranges } from "./behaviour";
import { credentialOptions, credentialsOf } from "./credentialFlags";
import { instructions } from "./instructions";
import { controlPath, startReceiver } from "./receiver";

const usage = `auth0-tenant-emulator listen: receives the events of webhook streams, and prints them

  --port <number>          port on 127.0.0.1 (default 4020); 0: any free port
  --basic <user:password>  the credentials that a request must have; another request gets a 401
  --bearer <token>         a bearer token instead
  --header 'Name: value'   a header instead
  --fail <status>          fail every event with this status
  --fail-first <number>    fail only this many events, with the status of --fail or 503
  --slow <milliseconds>    delay of every response
  --show-data              print the content of events, too
  --tls                    serve https, with a certificate that is created at each start
  --tls-key, --tls-cert <file>  serve https, with your key and certificate in PEM
  --help

Other users of the machine can see the options of a process. Set LISTEN_BASIC, LISTEN_BEARER or
LISTEN_HEADER instead of --basic, --bearer or --header to keep the secret from them.

While it runs, PUT ${controlPath} changes how it responds, as in {"fail": 503}, {"failFirst": 3} or
{"slow": 5000}; null ends one of them, and DELETE ${controlPath} all.`;

export const options = {
  port: { ...text, default: "4020" },
  ...credentialOptions,
  fail: text,
  "fail-first": text,
  slow: text,
  "show-data": flag,
  ...certificateOptions,
  help: flag,
};

/** Serves a receiver for webhook streams. */
export async function listen(args: string[], { print, env }: CommandIo): Promise<CommandState> {
  const flags = parseFlags({ args, options }).values;
  if (flags.help) {
    print(usage);
    return done;
  }
  const credentials = credentialsOf(flags, env);
  const tls = certificateOf(flags);
  const receiver = await startReceiver({
    port: integer("port", flags.port, { maximum: 65_535 }),
    tls,
    credentials,
    behaviour: behaviourOf(flags),
    showData: flags["show-data"],
    print,
  });
  const certificate = createdCertificateFile(flags, tls);
  const trust = { isHttps: tls !== undefined, certificatePath: certificate?.path };
  for (const line of instructions(receiver.url, credentials, trust)) print(line);
  return {
    async stop() {
      certificate?.remove();
      await receiver.close();
    },
  };
}

type BehaviourFlags = { [Name in "fail" | "fail-first" | "slow"]?: string | undefined };

function behaviourOf({ fail, "fail-first": failFirst, slow }: BehaviourFlags): Behaviour {
  return {
    fail: fail === undefined ? null : integer("fail", fail, ranges.fail),
    failFirst: failFirst === undefined ? null : integer("fail-first", failFirst, ranges.failFirst),
    slow: slow === undefined ? null : integer("slow", slow, ranges.slow),
  };
}
