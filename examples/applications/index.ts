import * as auth0 from "@pulumi/auth0";
import { Config, interpolate, type Output, secret } from "@pulumi/pulumi";
import { permissions } from "./permissions";

// The Management API of the stack's tenant. Its identifier has the tenant's own domain, not a custom one.
const audience = `https://${new Config("auth0").require("domain")}/api/v2/`;

/** Creates a machine-to-machine application with these permissions, and returns its credentials as lines of a file. */
function application(job: string, scopes: string[]): Output<string> {
  const name = `pulumi-auth0-native-${job}`;
  const { clientId } = new auth0.Client(name, {
    name,
    appType: "non_interactive",
    grantTypes: ["client_credentials"],
  });
  const { clientSecret } = new auth0.ClientCredentials(name, {
    clientId,
    authenticationMethod: "client_secret_post",
  });
  // Without a grant, an application gets no token.
  if (scopes.length > 0) new auth0.ClientGrant(name, { clientId, audience, scopes });
  return secret(interpolate`AUTH0_CLIENT_ID=${clientId}\nAUTH0_CLIENT_SECRET=${clientSecret}`);
}

export const preview = application("preview", permissions.preview);
export const apply = application("apply", permissions.apply);
export const drift = application("drift", permissions.drift);
