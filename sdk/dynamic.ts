/**
 * `pulumi-auth0-native/dynamic`: the same as `pulumi-auth0-native`, for stacks whose resources the
 * stand-alone plugin has served. The engine finds them by an alias. Without it, Pulumi would create every
 * object again and delete the one in the state.
 *
 * Import it in the first line of the program. After an `up` of every stack, the program can import
 * `pulumi-auth0-native` again.
 */
import { chooseAdapter } from "./adapter";

chooseAdapter("pulumi-auth0-native/dynamic");

export * from "./index";
