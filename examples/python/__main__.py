import pulumi
import pulumi_auth0_native as auth0

config = pulumi.Config()

# Your CRM receives an event for every new, changed and deleted user.
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

# Third-party clients share 100 requests. To try out a limit safely, use `log` instead of `block`.
policy = auth0.RateLimitPolicy(
    "partners",
    resource="oauth_authentication_api",
    consumer="client",
    consumer_selector="third_party_clients",
    configuration={"action": "block", "limit": 100},
)

# Push notifications for multi-factor authentication, sent by Firebase.
auth0.GuardianFcmv1Provider(
    "push",
    server_credentials=config.require_secret("firebaseCredentials"),
)

# The deliveries that have failed so far. This also runs in previews.
failed = auth0.get_deliveries_output(
    event_stream_id=stream.id,
    statuses=["failed"],
    max_items=200,
)

pulumi.export("streamId", stream.id)
pulumi.export("policyId", policy.id)
pulumi.export(
    "failedDeliveries",
    failed.deliveries.apply(
        lambda deliveries: [
            f"{delivery.id} {delivery.event_type} {len(delivery.attempts)} attempt(s)"
            for delivery in deliveries
        ]
    ),
)
