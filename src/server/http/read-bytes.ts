/** The body as it came, or null when it is longer than `limit_bytes`; stops reading there. */
export async function readBytes(request: Request, limit_bytes: number): Promise<Uint8Array | null> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit_bytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
