import * as auth0 from "pulumi-auth0-native";

const streams = auth0.getEventStreamsOutput();

export const allStreams = streams.eventStreams;
