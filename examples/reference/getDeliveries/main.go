package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		failed := auth0native.GetDeliveriesOutput(ctx, auth0native.GetDeliveriesOutputArgs{
			EventStreamId: pulumi.String("est_0123456789abcdefghijkl"),
			Statuses: pulumi.StringArray{
				pulumi.String("failed"),
			},
		})
		ctx.Export("failedDeliveries", failed.Deliveries())
		return nil
	})
}
