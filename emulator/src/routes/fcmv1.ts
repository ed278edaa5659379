import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { acceptForm } from "../http/bodyParsers";
import { Refusal } from "../http/refusal";
import { noQuery } from "../schemas/pathsAndQueries";
import { writeFcmv1 } from "../schemas/requestBodies";

/** Write-only: the API reference has neither GET nor DELETE for it. */
export function fcmv1(app: FastifyInstance, { store }: Context): void {
  app.register(async (scope) => {
    acceptForm(scope);
    scope.route<{ Body: { server_credentials?: string | null } }>({
      method: ["PUT", "PATCH"],
      url: "/guardian/factors/push-notification/providers/fcmv1",
      config: { scopes: ["update:guardian_factors"] },
      schema: { body: writeFcmv1, querystring: noQuery },
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
  });
}

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
