import pulumi
import pulumi_auth0_native as auth0

auth0.EventStream(
    "wrong",
    name="",
    destination={
        "type": "webhook",
        "configuration": {
            "webhook_endpoint": "http://example.com/hook",
            "retries": 3,
            "webhook_authorization": {
                "method": "bearer",
                "token": pulumi.Config().require("token"),
            },
        },
    },
)
