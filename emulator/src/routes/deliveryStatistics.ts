import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { bucketCount, statistics, statisticsWindow } from "../delivery/statistics";
import { invalidQuery } from "../http/refusal";
import { deliveryStatistics as querystring, streamPath } from "../schemas/pathsAndQueries";
import { existingStream } from "./eventStreams";

/** Decades, in days. */
const maxBuckets = 10_000;

export function deliveryStatistics(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string }; Querystring: { date_from?: string; date_to?: string } }>(
    "/event-streams/:id/stats",
    { config: { scopes: ["read:event_deliveries"] }, schema: { params: streamPath, querystring } },
    async ({ params, query }) => {
      const stream = existingStream(context, params.id);
      const window = statisticsWindow(query, context.clock.objectTime());
      if (bucketCount(window) > maxBuckets) throw invalidQuery("'The window is too long'");
      const { hours = {} } = context.store.deliveryRecords.get(stream.id) ?? {};
      return statistics(stream, hours, window);
    },
  );
}
