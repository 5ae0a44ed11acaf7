import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The XML parts of an Office file, by name; of other parts the name alone. */
export async function officeParts(bytes: Uint8Array): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false });
  const parts: Record<string, string> = {};
  for await (const entry of archive.eachEntry())
    parts[entry.fileName] = /\.(xml|rels)$/.test(entry.fileName) ? await text(await archive.openReadStreamPromise(entry)) : '';
  return parts;
}
