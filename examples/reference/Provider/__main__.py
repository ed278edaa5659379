import pulumi
import pulumi_auth0_native as auth0

# Reads EU_AUTH0_DOMAIN, EU_AUTH0_CLIENT_ID and EU_AUTH0_CLIENT_SECRET.
eu = auth0.Provider("eu", environment_prefix="EU_")

auth0.RateLimitPolicy(
    "eu-default",
    resource="oauth_authentication_api",
    consumer="client",
    consumer_selector="default",
    configuration={"action": "log", "limit": 1000},
    opts=pulumi.ResourceOptions(provider=eu),
)
