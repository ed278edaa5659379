"""Every secret of the schema, as plain text and marked as a secret at each level."""

import json

import pulumi
import pulumi_auth0_native as auth0

config = pulumi.Config()
secret = pulumi.Output.secret


def same(value):
    return value


def stream(name, authorization, above=same, around=same, over=same):
    configuration = {
        "webhook_endpoint": "https://example.com/hook",
        "webhook_authorization": above(authorization),
    }
    destination = {"type": "webhook", "configuration": around(configuration)}
    auth0.EventStream(name, destination=over(destination))


def credentials(canary):
    key = f"-----BEGIN PRIVATE KEY-----\n{canary}\n-----END PRIVATE KEY-----\n"
    email = "push@push.iam.gserviceaccount.com"
    account = {"type": "service_account", "project_id": "push"}
    return json.dumps({**account, "private_key": key, "client_email": email})


# Plain text: only the plugin knows that it is secret.
stream(
    "password",
    {"method": "basic", "username": "tenant", "password": "canary-plain-password"},
)
stream("token", {"method": "bearer", "token": "canary-plain-token"})
# Classes instead of dictionaries.
auth0.EventStream(
    "header",
    auth0.EventStreamArgs(
        destination=auth0.WebhookDestinationArgs(
            type="webhook",
            configuration=auth0.WebhookConfigurationArgs(
                webhook_endpoint="https://example.com/hook",
                webhook_authorization=auth0.CustomHeaderAuthorizationArgs(
                    method="custom_header",
                    header_key="X-Key",
                    header_value="canary-plain-header",
                ),
            ),
        ),
    ),
)
auth0.GuardianFcmv1Provider(
    "push", server_credentials=credentials("canary-plain-firebase")
)

# Marked by the program.
stream("markedToken", {"method": "bearer", "token": secret("canary-marked-token")})
for name, place in [
    ("authorization", "above"),
    ("configuration", "around"),
    ("destination", "over"),
]:
    authorization = {"method": "bearer", "token": f"canary-marked-{name}"}
    stream(f"marked{name.title()}", authorization, **{place: secret})
# No secret of the schema.
auth0.EventStream(
    "markedName",
    name=secret("canary-marked-name"),
    destination={"type": "action", "configuration": {"action_id": "action"}},
)

explicit = auth0.Provider(
    "explicit",
    domain=config.require("domain"),
    client_id="emulator-client",
    client_secret="canary-client-secret",
)
auth0.GuardianFcmv1Provider(
    "markedPush",
    server_credentials=secret(credentials("canary-marked-firebase")),
    opts=pulumi.ResourceOptions(provider=explicit),
)
