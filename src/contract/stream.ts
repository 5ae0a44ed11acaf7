/** One event. `data` carries ids at most; what they stand for is asked by an ordinary call. */
export interface StreamEvent<T = unknown> {
  /** Rises from event to event; where a reader goes on from. */
  seq: number;
  data: T;
}

/** The same call without a stream: what came after `after`, and where to go on. */
export interface StreamPage<T = unknown> {
  events: StreamEvent<T>[];
  seq: number;
}

/** Asked for by `Accept`: one JSON object a line; an empty line says that both ends are alive. */
export const STREAM_TYPE = 'application/x-ndjson';
export const STREAM_HEARTBEAT_MS = 25_000;
