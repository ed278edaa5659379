import pulumi
import pulumi_auth0_native as auth0

config = pulumi.Config()

auth0.EventStream(
    "crm",
    name="crm",
    subscriptions=[{"event_type": "user.created"}, {"event_type": "user.deleted"}],
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
