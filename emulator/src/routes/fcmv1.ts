import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { acceptForm } from "../http/bodies";
import { writeFcmv1 } from "../schemas/bodies";
import { noQuery } from "../schemas/uri";

/** It can be written and not read back: the interface has neither GET nor DELETE. */
export function fcmv1(app: FastifyInstance, { store }: Context): void {
  app.register(async (form) => {
    acceptForm(form);
    form.route<{ Body: { server_credentials: string | null } }>({
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
