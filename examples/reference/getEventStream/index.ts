import * as auth0 from "pulumi-auth0-native";

const billing = auth0.getEventStreamOutput({ name: "billing" });

export const streamStatus = billing.status;
