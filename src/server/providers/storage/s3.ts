import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '../../config/providers.ts';
import { notFound } from '../../kernel/errors.ts';
import { onDisk } from './disk.ts';
import { localStorage } from './local.ts';
import { checkKey, isKey, type Storage, type StorageArea, type TempFile } from './port.ts';
import { Bucket } from './s3/bucket.ts';
import { asked, translated, translatedStream } from './s3/check-bucket.ts';
import { directUploads } from './s3/direct-uploads.ts';
import type { S3Limits } from './s3/request.ts';
import { abortForgotten, uploadJournal } from './s3/upload-journal.ts';

const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

/**
 * Files in a bucket, below `private/` and `public/`; both are closed to everybody but us, and leave through us. What is still arriving, and
 * scratch, lie on this machine as they do with `localStorage`: all processes share DATA_DIR.
 */
export function s3Storage(config: S3Config, data_dir: string, limits: Partial<S3Limits> = {}): Storage {
  const here = localStorage(data_dir);
  const scratch = join(data_dir, 'scratch');
  const bucket = new Bucket(config, uploadJournal(scratch), limits);
  const named = (area: StorageArea, key: string) => `${config.prefix}${area}/${checkKey(key)}`;
  const put = async (area: StorageArea, key: string, data: Readable | Uint8Array) => {
    const name = named(area, key);
    return asked(() => bucket.write(name, data, headersOf(area, key)));
  };
  const stat = async (area: StorageArea, key: string) => {
    const name = named(area, key);
    const facts = await asked(() => bucket.head(name));
    return facts && { size_bytes: facts.size_bytes, modified_at: facts.modified_at };
  };
  const read: Storage['readPrivate'] = async (key, range) => {
    const name = named('private', key);
    const facts = await asked(() => bucket.head(name));
    if (!facts) throw notFound('文件不存在');
    return translatedStream(bucket.read(name, facts, range));
  };
  const kept = (temp: TempFile): TempFile => ({
    ...temp,
    seal: async () => kept(await temp.seal()),
    keepPrivate: async (key) => {
      await temp.withPath((path) => put('private', key, createReadStream(path)));
    },
  });
  const keepObject = async (object: string, key: string, etag: string) => {
    const name = named('private', key);
    if (!(await asked(() => bucket.copy(object, name, headersOf('private', key), etag)))) throw notFound('文件不存在');
  };
  const uploads = directUploads({
    ...{ config, bucket, folder: join(data_dir, 'uploads'), part_bytes: bucket.requests.limits.part_bytes },
    openHere: (name) => here.openTemp(name),
  });
  return {
    ...here,
    direct: uploads.direct,
    putPrivate: (key, data) => put('private', key, data),
    readPrivate: read,
    statPrivate: (key) => stat('private', key),
    removePrivate: async (keys) => {
      const names = keys.map((key) => named('private', key));
      await asked(() => bucket.removeAll(names));
    },
    withPrivateFile: (key, work) =>
      here.withScratch(async (folder) => {
        const path = join(folder, basename(checkKey(key)));
        await onDisk(async () => pipeline(await read(key), createWriteStream(path, { mode: 0o600 })));
        return work(path);
      }),
    putPublic: (key, data) => put('public', key, data),
    statPublic: (key) => stat('public', key),
    async openPublic(key) {
      const name = named('public', key);
      const opened = await asked(() => bucket.open(name));
      if (!opened) return null;
      const { facts, body } = opened;
      return {
        size_bytes: facts.size_bytes,
        modified_at: facts.modified_at,
        read: () => translatedStream(body),
        close: async () => {
          body.destroy();
        },
      };
    },
    async removePublic(keys) {
      for (const key of keys) {
        const name = named('public', key);
        await asked(() => bucket.remove(name));
      }
    },
    async publish(keys) {
      for (const key of keys) {
        const [from, to] = [named('private', key), named('public', key)];
        if (!(await asked(() => bucket.copy(from, to, headersOf('public', key))))) throw notFound('文件不存在');
      }
    },
    async *list(area, after = '') {
      const prefix = `${config.prefix}${area}/`;
      const objects = bucket.list(prefix, after === '' ? '' : prefix + after);
      for await (const { name, size_bytes, etag } of translated(objects)) {
        const key = name.slice(prefix.length);
        if (isKey(key)) yield { key, size_bytes, etag: etag.replaceAll('"', '') || null };
      }
    },
    openTemp: async (name) => (await uploads.open(name, keepObject)) ?? kept(await here.openTemp(name)),
    listTemp: async () => (await here.listTemp()).map((file) => ({ ...file, name: uploads.nameOf(file.name) })),
    async cleanScratch(now, older_than) {
      await asked(() => abortForgotten(scratch, older_than, (name, upload_id) => bucket.abortParts(name, upload_id)));
      await here.cleanScratch(now, older_than);
    },
  };
}

function headersOf(area: StorageArea, key: string): Record<string, string> {
  const type = area === 'public' ? TYPES[key.split('.').at(-1) ?? ''] : undefined;
  const caching = area === 'public' ? 'public, max-age=31536000, immutable' : 'private, no-store';
  return { 'content-type': type ?? 'application/octet-stream', 'cache-control': caching };
}
