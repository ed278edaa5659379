import { type Credentials, withPlaceholder } from "./authorization";
import { controlPath } from "./receiver";

interface Trust {
  isHttps: boolean;
  /** Of the certificate that --tls has created. */
  certificatePath: string | undefined;
}

/** How to create a stream that sends its events to a receiver, and how to change the receiver. */
export function instructions(
  url: string,
  credentials: Credentials | undefined,
  { isHttps, certificatePath }: Trust,
): string[] {
  const destination = {
    type: "webhook",
    configuration: {
      webhook_endpoint: url,
      webhook_authorization: withPlaceholder(credentials ?? { method: "bearer", token: "" }),
    },
  };
  const forPrograms = JSON.stringify(withCamelCaseNames(destination));
  return [
    ...(certificatePath ? [`# option of the tenant: --delivery-ca ${certificatePath}`] : []),
    ...(isHttps
      ? [
          `# destination of a stream, in the Management API: ${JSON.stringify(destination)}`,
          `# destination of a stream, in a Pulumi program: ${forPrograms}`,
        ]
      : ["# a stream needs an https endpoint: start with --tls"]),
    ...(credentials ? [] : ["# every request is authorized: --basic, --bearer and --header check"]),
    `# change: curl ${certificatePath ? `--cacert ${certificatePath} ` : ""}-X PUT -d '{"fail": 503}' ${url}${controlPath}`,
    `# listening on ${url}, Ctrl+C stops it`,
  ];
}

const withCamelCaseNames = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, field]) => [
          name.replace(/_./g, ([, letter = ""]) => letter.toUpperCase()),
          withCamelCaseNames(field),
        ]),
      )
    : value;
