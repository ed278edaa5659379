import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { acceptForm } from "../http/bodyParsers";
import { noQuery } from "../schemas/pathsAndQueries";
import { writeFcmv1 } from "../schemas/requestBodies";

/** Write-only: the interface has neither GET nor DELETE for it. */
export function fcmv1(app: FastifyInstance, { store }: Context): void {
  app.register(async (scope) => {
    acceptForm(scope);
    scope.route<{ Body: { server_credentials: string | null } }>({
      method: ["PUT", "PATCH"],
      url: "/guardian/factors/push-notification/providers/fcmv1",
      config: { scope: "update:guardian_factors" },
      schema: { body: writeFcmv1, querystring: noQuery },
      handler: async ({ body: { server_credentials } }) => {
        store.fcmv1 = server_credentials === null ? undefined : { server_credentials };
        return {};
      },
    });
  });
}
