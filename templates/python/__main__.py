import pulumi
import pulumi_auth0_native as auth0

config = pulumi.Config()

# Your CRM receives an event for every new, changed, and deleted user.
# Deleting a stream also deletes its undelivered events. In production, add
# `opts=pulumi.ResourceOptions(protect=True)`.
stream = auth0.EventStream(
    "crm",
    name="crm",
    subscriptions=[
        {"event_type": "user.created"},
        {"event_type": "user.updated"},
        {"event_type": "user.deleted"},
    ],
    destination={
        "type": "webhook",
        "configuration": {
            "webhook_endpoint": "https://crm.example.com/hooks/auth0",
            "webhook_authorization": {
                "method": "bearer",
                "token": config.require_secret("hookToken"),
            },
        },
    },
)

# The limit is 100 requests per second for all third-party clients together.
# `log` only reports requests above the limit. `block` rejects them.
policy = auth0.RateLimitPolicy(
    "partners",
    resource="oauth_authentication_api",
    consumer="client",
    consumer_selector="third_party_clients",
    configuration={"action": "log", "limit": 100},
)

# Push notifications are commented out, because they would replace the tenant's Firebase
# credentials.
# auth0.GuardianFcmv1Provider(
#     "push",
#     server_credentials=config.require_secret("firebaseCredentials"),
# )

pulumi.export("streamId", stream.id)
pulumi.export("policyId", policy.id)
