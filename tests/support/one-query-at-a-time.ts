import pg from 'pg';

interface QueueingClient {
  _activeQuery: { text?: string } | null;
  _queryQueue: Array<{ text?: string }>;
  query(...args: unknown[]): unknown;
}

/**
 * A connection does one thing at a time, so reads side by side inside one transaction only look parallel, and the next major version
 * of pg refuses them. Here they fail at once, where they are asked (`readTogether` in app/ctx.ts is the way to ask).
 */
const client = pg.Client.prototype as unknown as QueueingClient;
const ask = client.query;
client.query = function (this: QueueingClient, ...args: unknown[]): unknown {
  const earlier = this._activeQuery ?? this._queryQueue[0];
  if (earlier) throw new Error(`a second query on one connection while the first still runs: ${earlier.text ?? 'unknown'}`);
  return ask.apply(this, args);
};
