import pulumi
import pulumi_auth0_native as auth0

billing = auth0.get_event_stream_output(name="billing")

pulumi.export("streamStatus", billing.status)
