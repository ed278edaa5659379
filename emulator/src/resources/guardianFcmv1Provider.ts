import contract from "../contract/guardian-fcmv1.json";
import { acceptForm } from "../http/bodyParsers";
import { Refusal } from "../http/refusal";
import type { SingleObject } from "../resource";

const described = {
  properties: { server_credentials: { description: "Firebase service account" } },
};

/** Write-only: the API's reference has neither GET nor DELETE for it. */
export const guardianFcmv1Provider: SingleObject = {
  contract,
  differences: [
    {
      reason: "a description, as the service's refusals have it",
      schemas: {
        SetGuardianFactorsProviderPushNotificationFcmv1RequestContent: described,
        UpdateGuardianFactorsProviderPushNotificationFcmv1RequestContent: described,
      },
    },
  ],
  routes(app, { store }, operations) {
    acceptForm(app);
    for (const { route } of operations) {
      app.route<{ Body: { server_credentials?: string | null } }>({
        ...route,
        handler: async ({ body: { server_credentials } }) => {
          // What a body without the credentials does is not documented: here it changes nothing.
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

/** The contract names the refusal only. These are the properties without which FCM authenticates nobody. */
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
