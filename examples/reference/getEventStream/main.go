package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		billing := auth0native.LookupEventStreamOutput(ctx, auth0native.LookupEventStreamOutputArgs{
			Name: pulumi.String("billing"),
		})
		ctx.Export("streamStatus", billing.Status())
		return nil
	})
}
