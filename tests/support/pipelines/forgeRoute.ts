export interface ForgeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a request
  body: any;
}

export interface ForgeResponse {
  status?: number;
  json?: unknown;
  /** Returned in pages. */
  list?: unknown[];
}

export type Route = [
  method: string,
  path: RegExp,
  respond: (parts: string[], request: ForgeRequest) => ForgeResponse,
];
