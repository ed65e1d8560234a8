/** What the access log says of a request beyond its status. */
export type Observation = { requestId: string; contract: string; caller?: "session" | "key"; keyPrefix?: string; code?: string };

const observations = new WeakMap<Response, Observation>();

/** Leaves word of a reply for whoever writes the access log, without putting it on the wire. */
export function observe(response: Response, observation: Observation): Response {
  observations.set(response, observation);
  return response;
}

export const observationOf = (response: Response): Observation | undefined => observations.get(response);
