import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';

export interface ByteRange {
  /** First byte. */
  start: number;
  /** Last byte, included. */
  end: number;
}

export interface StoredFile {
  size_bytes: number;
  modified_at: Date;
}

export type StorageArea = 'private' | 'public';

export interface ListedFile {
  key: string;
  size_bytes: number;
  /** As the storage says it, without quotes; null: it says none. Mostly an MD5, of a file that came in parts of their MD5s. */
  etag: string | null;
}

/** A public file that is open: facts and bytes belong together. Wants a `close`, read or not. */
export interface OpenFile extends StoredFile {
  /** Once. */
  read(): Readable;
  close(): Promise<void>;
}

/**
 * A file that is still arriving. Bytes are written at positions, so a part may be sent again, and survive a crash of the process
 * as far as `write` answered.
 */
export interface TempFile {
  /**
   * Writes `data` from `position` on, at most `max_bytes`, flushed to the disk. Returns how many bytes were written, also when
   * the sender broke off.
   * @throws AppError 413 when `data` is longer than `max_bytes`, 507 when the disk is full, 503 when it cannot be written
   */
  write(position: number, data: AsyncIterable<Uint8Array>, max_bytes: number): Promise<number>;
  read(range?: ByteRange): Promise<Readable>;
  size_bytes(): Promise<number>;
  /** Gives a path on this machine for tools that need one. */
  withPath<T>(work: (path: string) => Promise<T>): Promise<T>;
  /**
   * A copy of what has arrived, flushed, in a file that no other process has open: another process may still be writing into this one, and what
   * was checked must be what is stored. The copy wants a `discard` of its own.
   * @throws AppError 507 when the disk is full, 503 when it cannot be written
   */
  seal(): Promise<TempFile>;
  /** Puts the whole file under a private key, atomically, in place of what may lie there. May be done again until it is discarded. */
  keepPrivate(key: string): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Uploads whose parts the browser puts straight into the storage, each under an address of ours for exactly those bytes. `openTemp`
 * of that name is then the upload: its `seal` brings the whole file to this machine, its `discard` ends it.
 */
export interface DirectUploads {
  /** Where browsers send to, for the policy of pages. */
  origin: string;
  /** Whether the storage takes what pages of `origin` send. */
  ready(origin: string): Promise<boolean>;
  begin(name: string): Promise<void>;
  /** Bytes that arrived in a row from the beginning; null: no such upload. */
  arrived(name: string): Promise<number | null>;
  /** Where the bytes from `position` are to be PUT, for ten minutes. `position` is a multiple of `part_bytes`; the last part may be shorter. */
  address(name: string, position: number, bytes: number): Promise<string>;
  part_bytes: number;
}

/**
 * Private files (originals, rendered pages) need a right; public ones (covers, avatars, free pages) are served under `/pic/`. Writes are atomic and a
 * key is never rewritten. Writes throw AppError 507 when the disk is full; a remote storage that does not answer is 503.
 */
export interface Storage {
  /** Returns the bytes written. */
  putPrivate(key: string, data: Readable | Uint8Array): Promise<number>;
  /** @throws AppError 404 when there is no such file */
  readPrivate(key: string, range?: ByteRange): Promise<Readable>;
  statPrivate(key: string): Promise<StoredFile | null>;
  /** Absent files are fine. */
  removePrivate(keys: readonly string[]): Promise<void>;
  /** Gives a path on this machine for tools that need one; valid while `work` runs. Do not write to it. */
  withPrivateFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;

  putPublic(key: string, data: Readable | Uint8Array): Promise<number>;
  statPublic(key: string): Promise<StoredFile | null>;
  /** Null: there is none. */
  openPublic(key: string): Promise<OpenFile | null>;
  /** One after the other: callers say by the last one how far it came. Absent files are fine. */
  removePublic(keys: readonly string[]): Promise<void>;
  /** Copies private files to the same keys of the public area, one after the other. @throws AppError 404 for the first that is missing */
  publish(keys: readonly string[]): Promise<void>;

  /** All files of an area in the order of their keys, those after `after` only; what comes or goes meanwhile may be missing. */
  list(area: StorageArea, after?: string): AsyncIterable<ListedFile>;

  /** Absent: everything comes through us. */
  direct?: DirectUploads;
  /** The temp file of that name, made when absent. Names are as strict as keys. */
  openTemp(name: string): Promise<TempFile>;
  /** Names and ages of temp files, for cleaning. */
  listTemp(): Promise<Array<{ name: string; modified_at: Date }>>;
  /** An empty folder for one piece of work, removed when `work` ends. */
  withScratch<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Removes what a killed process left of its unfinished work: folders that are silent, and other files that are older than a time. */
  cleanScratch(now: Date, older_than: Date): Promise<void>;
  /** Free bytes where files go. */
  freeBytes(): Promise<number>;
}

/** Copies and folders of unfinished work that gave no sign of life for this long belong to a process that died. */
export const SCRATCH_SILENT_MS = 120_000;

const KEY = /^(?:[A-Za-z0-9_-]{1,80}\/){0,4}[A-Za-z0-9_-]{1,120}(?:\.[a-z0-9]{1,8}){0,2}$/;

export const isKey = (name: string) => KEY.test(name);

/** Throws on anything that could leave the area: dots, backslashes, absolute paths, NUL. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new AppError('文件不存在', { status: 404, cause: new Error(`bad storage key ${JSON.stringify(key)}`) });
  return key;
}

/** A fresh key `aa/bb/<random>`, 128 bit: cannot be guessed, spreads over folders. */
export function newStorageKey(): string {
  const random = randomBytes(16).toString('hex');
  return `${random.slice(0, 2)}/${random.slice(2, 4)}/${random}`;
}

/** What a storage elsewhere becomes that does not answer, or refuses us. */
export function storageAway(cause?: unknown): AppError {
  return new AppError('文件存储暂时无法访问，请稍后再试', { status: 503, cause });
}

/** What a full disk becomes. */
export function storageFull(cause?: unknown): AppError {
  return new AppError('存储空间不足，请稍后再试', { status: 507, cause });
}
