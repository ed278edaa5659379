import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";

export type GrpcError = Pick<ServiceError, "code" | "details"> & Partial<ServiceError>;

export function grpcError(message: string): GrpcError {
  return { code: status.UNKNOWN, details: message };
}

/** The failure of a create or an update that changed the tenant: the engine stores the state. */
export function initFailedError(message: string, id: string, properties: Struct): GrpcError {
  const detail = new ErrorResourceInitFailed();
  detail.setId(id);
  detail.setProperties(properties);
  detail.setReasonsList([message]);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");

  const details = new Status();
  details.setCode(status.UNKNOWN);
  details.setMessage(message);
  details.addDetails(packed);
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(details.serializeBinary()));
  return { ...grpcError(message), metadata };
}
