import pulumi
import pulumi_auth0_native as auth0

failed = auth0.get_deliveries_output(
    event_stream_id="est_0123456789abcdefghijkl",
    statuses=["failed"],
)

pulumi.export("failedDeliveries", failed.deliveries)
