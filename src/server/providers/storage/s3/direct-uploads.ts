import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Config } from '../../../config/providers.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { codeOf, onDisk, signOfLife } from '../disk.ts';
import { checkKey, type DirectUploads, storageAway, type TempFile } from '../port.ts';
import type { Bucket, ObjectFacts } from './bucket.ts';
import { asked, translatedStream } from './check-bucket.ts';
import { objectUrl } from './request.ts';

const NOTE = '.direct';
/** Of an address; a part on a slow line takes five minutes at most. */
const ADDRESS_TTL_S = 600;
const ASKED_MS = 10_000;
/** How long an answer about other origins is believed. */
const KNOWN_MS = { yes: 600_000, no: 60_000 };

export interface DirectPlace {
  config: S3Config;
  bucket: Bucket;
  /** Where temp files lie, and the notes which of them come this way. */
  folder: string;
  part_bytes: number;
  /** A temp file on this machine. */
  openHere(name: string): Promise<TempFile>;
}

/** Uploads whose parts the browser puts into the bucket itself, below `arriving/`: checked and stored as all others are. */
export function directUploads({ config, bucket, folder, part_bytes, openHere }: DirectPlace) {
  const objectOf = (name: string) => `${config.prefix}arriving/${name}`;
  const noteOf = (name: string) => join(folder, `${checkKey(name)}${NOTE}`);
  const uploadId = async (name: string): Promise<string | null> => {
    try {
      return await readFile(noteOf(name), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  };
  let known = { origin: '', allowed: false, until: 0 };

  /** Parts in a row from the first on; null: they are one object already. */
  const partsInRow = async (name: string, upload_id: string) => {
    const parts = await bucket.arrivedParts(objectOf(name), upload_id);
    if (!parts) return null;
    const gap = parts.findIndex(({ part_no }, i) => part_no !== i + 1);
    return gap === -1 ? parts : parts.slice(0, gap);
  };
  const sizeOf = (parts: readonly { size_bytes: number }[]) => parts.reduce((sum, part) => sum + part.size_bytes, 0);

  const collect = (name: string, upload_id: string): Promise<ObjectFacts> =>
    asked(async () => {
      const parts = await partsInRow(name, upload_id);
      if (parts) {
        const etags = parts.map(({ etag }) => etag);
        await bucket.endParts(objectOf(name), upload_id, etags, sizeOf(parts));
      }
      const facts = await bucket.head(objectOf(name));
      if (!facts) throw notFound('上传已失效，请重新选择文件');
      return facts;
    });

  const direct: DirectUploads = {
    part_bytes,
    origin: objectUrl(config, '').origin,
    async ready(origin) {
      if (known.origin !== origin || known.until < Date.now()) {
        const allowed = await allowsPut(objectUrl(config, objectOf('any')), origin);
        known = { origin, allowed, until: Date.now() + (allowed ? KNOWN_MS.yes : KNOWN_MS.no) };
      }
      return known.allowed;
    },
    async begin(name) {
      const upload_id = await asked(() => bucket.beginParts(objectOf(name), { 'content-type': 'application/octet-stream' }));
      await onDisk(() => writeFile(noteOf(name), upload_id, { mode: 0o600 }));
    },
    async arrived(name) {
      const upload_id = await uploadId(name);
      if (upload_id === null) return null;
      return asked(async () => {
        const parts = await partsInRow(name, upload_id);
        return parts ? sizeOf(parts) : ((await bucket.head(objectOf(name)))?.size_bytes ?? null);
      });
    },
    async address(name, position, bytes) {
      const upload_id = await uploadId(name);
      if (upload_id === null) throw notFound('上传已失效，请重新选择文件');
      const query = { partNumber: String(position / part_bytes + 1), uploadId: upload_id };
      const headers = { 'content-length': String(bytes) };
      return bucket.requests.presign({ method: 'PUT', name: objectOf(name), query, headers }, ADDRESS_TTL_S);
    },
  };

  return {
    direct,
    /** The temp file of an upload that comes this way; null: it comes through us. `keep` copies the object under a private key. */
    async open(name: string, keep: (object: string, key: string, etag: string) => Promise<void>): Promise<TempFile | null> {
      const upload_id = await uploadId(name);
      if (upload_id === null) return null;
      const seal = async (): Promise<TempFile> => {
        // addresses that were given out reach parts of an upload that is over: the object is orphaned
        const facts = await collect(name, upload_id);
        const copy = await openHere(`${name}-${randomBytes(4).toString('hex')}`);
        const leave = await copy.withPath(async (path) => signOfLife(path));
        const discard = () => {
          leave();
          return copy.discard();
        };
        try {
          const written = await copy.write(0, bucket.read(objectOf(name), facts), facts.size_bytes);
          if (written !== facts.size_bytes) throw storageAway();
        } catch (error) {
          await discard();
          throw error;
        }
        return { ...copy, discard, keepPrivate: (key) => keep(objectOf(name), key, facts.etag) };
      };
      const sealed = async <T>(work: (temp: TempFile) => Promise<T>): Promise<T> => {
        const temp = await seal();
        try {
          return await work(temp);
        } finally {
          await temp.discard();
        }
      };
      return {
        seal,
        write: async () => {
          throw conflict('这个文件正直接传往对象存储');
        },
        read: async (range) => translatedStream(bucket.read(objectOf(name), await collect(name, upload_id), range)),
        withPath: (work) => sealed((temp) => temp.withPath(work)),
        size_bytes: async () => (await direct.arrived(name)) ?? 0,
        keepPrivate: (key) => sealed((temp) => temp.keepPrivate(key)),
        discard: async () => {
          await asked(() => bucket.abortParts(objectOf(name), upload_id));
          await asked(() => bucket.remove(objectOf(name)));
          await rm(noteOf(name), { force: true });
        },
      };
    },
    /** The upload that a file in the folder of temp files belongs to. */
    nameOf: (file: string) => (file.endsWith(NOTE) ? file.slice(0, -NOTE.length) : file),
  };
}

/** Whether browsers on pages of `origin` may put something there: what they ask before they do. */
async function allowsPut(url: URL, origin: string): Promise<boolean> {
  const headers = { origin, 'access-control-request-method': 'PUT' };
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(ASKED_MS), redirect: 'manual' }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  const allowed = answer?.ok ? answer.headers.get('access-control-allow-origin') : null;
  return allowed === '*' || allowed === origin;
}
