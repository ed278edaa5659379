import { InvalidInput } from "../../invalidInput";
import { text } from "../flags";
import type { Credentials } from "./authorization";

/** The options for what the receiver expects. Each can also be an environment variable. */
export const credentialOptions = { basic: text, bearer: text, header: text };

type Name = keyof typeof credentialOptions;
type CredentialFlags = { [Option in Name]?: string | undefined };

const variables: Record<Name, string> = {
  basic: "LISTEN_BASIC",
  bearer: "LISTEN_BEARER",
  header: "LISTEN_HEADER",
};

const names = Object.keys(variables) as Name[];

/** Options take precedence over environment variables. Undefined: every request is authorized. */
export function credentialsOf(
  flags: CredentialFlags,
  env: NodeJS.ProcessEnv,
): Credentials | undefined {
  const fromFlags = names.filter((name) => flags[name] !== undefined);
  const fromEnv = names.filter((name) => env[variables[name]]);
  const isFlag = fromFlags.length > 0;
  const [name, another] = isFlag ? fromFlags : fromEnv;
  if (name === undefined) return undefined;
  const label = (one: Name) => (isFlag ? `--${one}` : variables[one]);
  if (another !== undefined) {
    throw new InvalidInput(`${label(name)} and ${label(another)} cannot be used together`);
  }
  const value = isFlag ? flags[name] : env[variables[name]];
  return parse[name](value ?? "", label(name));
}

// No message repeats the value: it is a secret.
const parse: Record<Name, (value: string, label: string) => Credentials> = {
  basic(value, label) {
    const [username, password] = splitAt(":", value);
    if (password) return { method: "basic", username, password };
    throw new InvalidInput(`${label} must have the form user:password`);
  },
  bearer(value, label) {
    if (/^\S+$/.test(value)) return { method: "bearer", token: value };
    throw new InvalidInput(`${label} must be a token without spaces`);
  },
  header(value, label) {
    const [name, content = ""] = splitAt(":", value);
    // A token of RFC 9110, 5.6.2.
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && content.trim() !== "") {
      return { method: "custom_header", header_key: name, header_value: content.trim() };
    }
    throw new InvalidInput(`${label} must have the form 'Name: value'`);
  },
};

function splitAt(separator: string, value: string): [string, string | undefined] {
  const position = value.indexOf(separator);
  return position < 0 ? [value, undefined] : [value.slice(0, position), value.slice(position + 1)];
}
