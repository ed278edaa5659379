import { acceptForm } from "../http/bodyParsers";
import { Refusal } from "../http/refusal";
import contract from "../published/guardian-fcmv1.json";
import type { SingleObject } from "../resource";

/** The object is write-only, because the API's reference has neither GET nor DELETE for it. */
export const guardianFcmv1Provider: SingleObject = {
  contract,
  routes(app, { store }, operations) {
    acceptForm(app);
    for (const { route } of operations) {
      app.route<{ Body: { server_credentials?: string | null } }>({
        ...route,
        handler: async ({ body: { server_credentials } }) => {
          // The effect of a body without the credentials isn't documented. Here it changes nothing.
          if (server_credentials === null) store.fcmv1 = undefined;
          else if (server_credentials !== undefined) {
            if (!isServiceAccount(server_credentials)) {
              throw new Refusal(400, "Invalid server credentials");
            }
            store.fcmv1 = { server_credentials };
          }
          return {};
        },
      });
    }
  },
};

/** The contract doesn't say what valid credentials are. FCM can't authenticate without these properties. */
function isServiceAccount(text: string): boolean {
  try {
    const { type, ...account } = JSON.parse(text);
    const required = [account.project_id, account.private_key, account.client_email];
    const areTexts = required.every((value) => typeof value === "string" && value !== "");
    return type === "service_account" && areTexts;
  } catch {
    return false;
  }
}
