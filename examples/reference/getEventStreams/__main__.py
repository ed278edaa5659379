import pulumi
import pulumi_auth0_native as auth0

streams = auth0.get_event_streams_output()

pulumi.export("allStreams", streams.event_streams)
