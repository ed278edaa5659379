import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { acceptForm } from "../http/bodyParsers";
import { noQuery } from "../schemas/pathsAndQueries";
import { writeFcmv1 } from "../schemas/requestBodies";

/** Write-only: the interface has neither GET nor DELETE for it. */
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
        else if (server_credentials !== undefined) store.fcmv1 = { server_credentials };
        return {};
      },
    });
  });
}
