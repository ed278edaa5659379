import pulumi_auth0_native as auth0

# Third-party clients share 100 requests per second.
auth0.RateLimitPolicy(
    "partners",
    resource="oauth_authentication_api",
    consumer="client",
    consumer_selector="third_party_clients",
    configuration={"action": "block", "limit": 100},
)
