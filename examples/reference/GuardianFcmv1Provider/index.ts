import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

const config = new pulumi.Config();

new auth0.GuardianFcmv1Provider("push", {
  serverCredentials: config.requireSecret("firebaseCredentials"),
});
