package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		streams, err := auth0native.GetEventStreams(ctx)
		if err != nil {
			return err
		}
		ctx.Export("allStreams", pulumi.ToOutput(streams.EventStreams))
		return nil
	})
}
