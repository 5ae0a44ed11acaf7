/** Cuts a stream into buffers of `part_bytes`; the last may be shorter. Nothing comes of an empty one. */
export async function* byteParts(data: AsyncIterable<Uint8Array>, part_bytes: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + part_bytes - bytes);
      waiting.push(piece);
      bytes += piece.byteLength;
      at += piece.byteLength;
      if (bytes < part_bytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
