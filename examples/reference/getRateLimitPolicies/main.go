package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		policies := auth0native.GetRateLimitPoliciesOutput(ctx, auth0native.GetRateLimitPoliciesOutputArgs{
			Consumer: auth0native.RateLimitConsumerClient,
		})
		ctx.Export("clientPolicies", policies.RateLimitPolicies())
		return nil
	})
}
