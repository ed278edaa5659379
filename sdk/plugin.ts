/**
 * `pulumi-auth0-native/plugin`: the classes and functions of `pulumi-auth0-native`, with resources that the
 * stand-alone plugin serves. The engine finds the dynamic resources of a state by an alias, and neither
 * replaces nor updates them. A stack that is configured by `auth0:*` needs no other configuration: its
 * resources get the explicit provider `auth0-configuration`.
 *
 * Import it in the first line of the program; libraries that import `pulumi-auth0-native` follow. The way
 * back is `pulumi-auth0-native/dynamic`.
 */
import { chooseAdapter } from "./adapter";

chooseAdapter("pulumi-auth0-native/plugin");

export * from "./index";
