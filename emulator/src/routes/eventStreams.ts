import type { FastifyInstance } from "fastify";
import { type Context, listRequest } from "../context";
import { forgetFailures, mustStayDisabled } from "../delivery/deliveryRecord";
import { type ListQuery, pageOf } from "../http/pages";
import { invalidBody, Refusal } from "../http/refusal";
import { laterThan, milliseconds } from "../model/clock";
import { newId, type StoredDestination, type StoredStream } from "../model/store";
import { streamResponse } from "../model/streamResponse";
import { noQuery, streamList, streamPath } from "../schemas/pathsAndQueries";
import { createStream, updateStream } from "../schemas/requestBodies";

type StreamBody = Partial<Pick<StoredStream, "name" | "subscriptions" | "destination" | "status">>;
type NewStream = StreamBody & { destination: StoredDestination };
type ById = { Params: { id: string } };

export function eventStreams(app: FastifyInstance, context: Context): void {
  listAndCreate(app, context);
  readUpdateAndDelete(app, context);
}

function listAndCreate(app: FastifyInstance, context: Context): void {
  const { settings, store } = context;

  app.get<{ Querystring: ListQuery }>(
    "/event-streams",
    {
      config: { scopes: ["read:event_streams"] },
      schema: { querystring: streamList },
    },
    async ({ query }) => {
      const { items, ...next } = pageOf([...store.streams.values()], query, {
        ...listRequest("event-streams", context),
        limit: settings.pageLimit,
      });
      return { eventStreams: items.map(streamResponse), ...next };
    },
  );

  app.post<{ Body: NewStream }>(
    "/event-streams",
    {
      config: { scopes: ["create:event_streams"] },
      schema: { body: createStream, querystring: noQuery },
    },
    async ({ body }, reply) => {
      if (store.streams.size >= settings.maxStreams) throw noFurtherStream();
      refuseTakenName(context, body.name);
      const time = milliseconds(context.clock.objectTime());
      const stream: StoredStream = {
        id: newId("est"),
        status: "enabled",
        ...body,
        created_at: time,
        updated_at: time,
      };
      store.streams.set(stream.id, stream);
      return reply.code(201).send(streamResponse(stream));
    },
  );
}

function readUpdateAndDelete(app: FastifyInstance, context: Context): void {
  const { store } = context;

  app.get<ById>(
    "/event-streams/:id",
    {
      config: { scopes: ["read:event_streams"] },
      schema: { params: streamPath, querystring: noQuery },
    },
    async ({ params }) => streamResponse(existingStream(context, params.id)),
  );

  app.patch<ById & { Body: StreamBody }>(
    "/event-streams/:id",
    {
      config: { scopes: ["update:event_streams"] },
      schema: { params: streamPath, body: updateStream, querystring: noQuery },
    },
    async ({ params, body }) => {
      const stream = existingStream(context, params.id);
      if (body.destination) refuseOtherDestination(stream.destination, body.destination);
      refuseTakenName(context, body.name, stream);
      if (body.status === "enabled") {
        if (mustStayDisabled(store, stream)) throw mustRedeliver();
        if (stream.status !== "enabled") forgetFailures(store, stream.id);
      }
      const time = laterThan(stream.updated_at, context.clock.objectTime());
      Object.assign(stream, body, { updated_at: milliseconds(time) });
      return streamResponse(stream);
    },
  );

  app.delete<ById>(
    "/event-streams/:id",
    {
      config: { scopes: ["delete:event_streams"] },
      schema: { params: streamPath, querystring: noQuery },
    },
    async ({ params }, reply) => {
      // 204 also for a stream that does not exist, as recorded.
      store.streams.delete(params.id);
      store.deliveries.delete(params.id);
      store.deliveryRecords.delete(params.id);
      context.deliveryEngine.forgetStream(params.id);
      return reply.code(204).send();
    },
  );
}

export function existingStream({ store }: Context, id: string): StoredStream {
  const stream = store.streams.get(id);
  if (stream) return stream;
  // Without an errorCode, as recorded.
  throw new Refusal(404, "The requested stream does not exist.");
}

/** Refuses a name that another stream than `renamed` has. */
function refuseTakenName({ store }: Context, name?: string, renamed?: StoredStream): void {
  if (name === undefined) return;
  for (const stream of store.streams.values()) {
    if (stream !== renamed && stream.name === name) throw noFurtherStream();
  }
}

/** The service has one text for both causes. */
const noFurtherStream = () =>
  new Refusal(
    409,
    "You have reached the maximum number of event streams for your account OR Event stream name already in use.",
  );

/** The service refuses this as well; its message and its errorCode are unknown. */
const mustRedeliver = () =>
  new Refusal(
    400,
    "The event stream was disabled because of failed deliveries: redeliver them first.",
    "event_stream_has_failures",
  );

/** The API reference: a destination's type cannot change, eventbridge and action not at all. */
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
