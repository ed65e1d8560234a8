/** What the access log says of a request beyond its status. */
export type Observation = { requestId: string; contract: string; caller?: "session" | "key"; keyPrefix?: string; code?: string };
