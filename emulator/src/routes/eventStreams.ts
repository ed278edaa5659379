import type { FastifyInstance } from "fastify";
import type { Context } from "../context";
import { type ListQuery, momentOf, pageOf } from "../http/pages";
import { invalidBody, Refusal } from "../http/refusal";
import { addDeliveries } from "../model/deliveries";
import { newId } from "../model/ids";
import type { StoredDestination, StoredStream } from "../model/store";
import { streamAnswer } from "../model/streamAnswer";
import { after, milliseconds, objectTime } from "../model/timestamps";
import { createStream, updateStream } from "../schemas/bodies";
import { noQuery, streamList, streamPath } from "../schemas/uri";

type ById = { Params: { id: string } };
type StreamBody = Partial<Pick<StoredStream, "name" | "subscriptions" | "destination" | "status">>;

export function eventStreams(app: FastifyInstance, context: Context): void {
  const { settings, store } = context;

  app.get<{ Querystring: ListQuery }>(
    "/event-streams",
    {
      config: { scope: "read:event_streams" },
      schema: { querystring: streamList(settings.pageMaximum) },
    },
    async ({ query }) => {
      const { items, ...next } = pageOf([...store.streams.values()], query, {
        list: "event-streams",
        ...momentOf(context),
        maximum: settings.pageMaximum,
        limit: settings.pageLimit,
      });
      return { eventStreams: items.map(streamAnswer), ...next };
    },
  );

  app.post<{ Body: StreamBody & { destination: StoredDestination } }>(
    "/event-streams",
    {
      config: { scope: "create:event_streams" },
      schema: { body: createStream, querystring: noQuery },
    },
    async ({ body }, reply) => {
      const time = milliseconds(objectTime(context));
      const stream: StoredStream = {
        id: newId("est"),
        status: "enabled",
        ...body,
        created_at: time,
        updated_at: time,
      };
      store.streams.set(stream.id, stream);
      if (settings.seedDeliveries > 0) addDeliveries(store, stream.id, settings.seedDeliveries);
      return reply.code(201).send(streamAnswer(stream));
    },
  );

  app.get<ById>(
    "/event-streams/:id",
    {
      config: { scope: "read:event_streams" },
      schema: { params: streamPath, querystring: noQuery },
    },
    async ({ params }) => streamAnswer(existingStream(context, params.id)),
  );

  app.patch<ById & { Body: StreamBody }>(
    "/event-streams/:id",
    {
      config: { scope: "update:event_streams" },
      schema: { params: streamPath, body: updateStream, querystring: noQuery },
    },
    async ({ params, body }) => {
      const stream = existingStream(context, params.id);
      if (body.destination) refuseOtherDestination(stream.destination, body.destination);
      const updated_at = milliseconds(after(stream.updated_at, objectTime(context)));
      return streamAnswer(Object.assign(stream, body, { updated_at }));
    },
  );

  app.delete<ById>(
    "/event-streams/:id",
    {
      config: { scope: "delete:event_streams" },
      schema: { params: streamPath, querystring: noQuery },
    },
    async ({ params }, reply) => {
      // As recorded: a stream that is already gone is a 204, too.
      store.streams.delete(params.id);
      store.deliveries.delete(params.id);
      return reply.code(204).send();
    },
  );
}

export function existingStream({ store }: Context, id: string): StoredStream {
  const stream = store.streams.get(id);
  if (stream) return stream;
  // As recorded, without an errorCode.
  throw new Refusal(404, "The requested stream does not exist.");
}

function refuseOtherDestination(stored: StoredDestination, sent: StoredDestination): void {
  if (stored.type !== sent.type) {
    throw invalidBody("'The type of a destination cannot be changed' on property destination.type");
  }
  if (stored.type === "eventbridge" || stored.type === "action") {
    throw invalidBody(
      `'Destination of type ${stored.type} cannot be updated' on property destination`,
    );
  }
}
