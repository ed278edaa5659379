import * as auth0 from "pulumi-auth0-native";

const failed = auth0.getDeliveriesOutput({
  eventStreamId: "est_0123456789abcdefghijkl",
  statuses: ["failed"],
});

export const failedDeliveries = failed.deliveries;
