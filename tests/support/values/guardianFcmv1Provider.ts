import type { Props } from "../../../provider/shared/json";
import type { ResourceValues, WrongInput } from "./resourceValues";

/** The JSON of a service account with this private key. */
export const serviceAccount = (private_key: string, changes: object = {}): string =>
  JSON.stringify({
    type: "service_account",
    project_id: "crm",
    private_key,
    client_email: "push@crm.example.com",
    ...changes,
  });

const canary = "canary-firebase-c3b9";
export const serverCredentials = serviceAccount(canary);

/** Push credentials. */
export const push = (credentials = serverCredentials): Props => ({
  serverCredentials: credentials,
});

const account = (changes: object) => push(serviceAccount(canary, changes));
const notJson = "serverCredentials must be JSON. Pass the complete text of the file, not its path.";

const wrong: WrongInput[] = [
  ["nothing", {}, "serverCredentials is required"],
  ["an empty text", push(""), "serverCredentials must have 1 to 10,000 characters, not 0"],
  [
    "the parsed file",
    { serverCredentials: { private_key: canary } },
    "serverCredentials must be a string, not an object",
  ],
  ["a truncated file", push(`{"type":"service_account","private_key":"${canary}`), notJson],
  ["another text", push(canary), notJson],
  [
    "another kind of account",
    account({ type: "authorized_user" }),
    "serverCredentials, as JSON: type must be service_account",
  ],
  [
    "an account without a key",
    account({ private_key: undefined }),
    "serverCredentials, as JSON: private_key is required",
  ],
];

export const values: ResourceValues = {
  valid: { push: push() },
  changed: push(serviceAccount("canary-credentials-second")),
  wrong,
  lenient: ["nothing"],
  canaries: { serverCredentials },
};
