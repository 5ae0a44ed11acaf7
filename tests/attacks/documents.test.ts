import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findIsolation, type Isolation } from '#server/providers/document/isolation.ts';
import { localDocuments } from '#server/providers/document/local.ts';
import { convertPptx, findOffice } from '#server/providers/document/office.ts';
import { DocumentError, OFFICE_UNSAFE, type RenderedPage } from '#server/providers/document/port.ts';
import { detachPptx } from '#server/providers/document/pptx-links.ts';
import { residentBytes } from '#server/providers/document/process-tree.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { makeEndlessPdf, makePdf } from '../support/documents.ts';
import {
  deckOfNestedGroups,
  deckWithAskingSvg,
  deckWithLinkedBackground,
  deckWithLinkedPicture,
  disguisedOdp,
  makeInflatingPdf,
  makeSwellingPdf,
  solidPng,
} from '../support/hostile-documents.ts';
import { descendants } from '../support/processes.ts';

const TOOLS = '/usr/local/bin:/usr/bin:/bin';
const OFFICE = { office: findOffice(TOOLS) ?? '/nonexistent', prlimit: '/usr/bin/prlimit' };
const ALONE = fileURLToPath(new URL('../support/documents-alone.ts', import.meta.url));
/** A colour that no slide here has. */
const CANARY = '#f808f8';

let folder: string;
let canary: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cemao-attacks-'));
  canary = join(folder, 'canary.png');
  await writeFile(canary, await solidPng(CANARY));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const documents = () => localDocuments(localStorage(folder), TOOLS);

/** LibreOffice as it would run without any of our care, to see that an attack is one. */
const unguarded = (path: string, scratch: string): Isolation => ({
  enter: (_view, command) => [
    'env',
    `HOME=${scratch}`,
    `TMPDIR=${scratch}/tmp`,
    ...command.map((part) => part.replace('/in.pptx', path).replaceAll('/room', scratch)),
  ],
});

async function fileOf(data: Uint8Array, name = 'in.pptx'): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'd-')), name);
  await writeFile(path, data);
  return path;
}

/** Converts without looking at the links first: only the place that LibreOffice runs in is in the way. */
async function convertUnchecked(data: Uint8Array, isolation: (path: string, scratch: string) => Isolation): Promise<string> {
  const path = await fileOf(data);
  const scratch = await mkdtemp(join(folder, 's-'));
  const target = join(dirname(path), 'out.pdf');
  await convertPptx(path, target, scratch, { ...OFFICE, isolation: isolation(path, scratch) });
  return target;
}

/** How much of the first page has the colour of the canary, 0 to 1. */
async function canaryIn(pdf: string): Promise<number> {
  const pages: RenderedPage[] = [];
  await documents().render(pdf, { page_count: 1, skip: () => false, onPage: async (page) => void pages.push(page) });
  const { data, info } = await sharp(pages[0]?.pictures[0]?.data).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let hits = 0;
  for (let at = 0; at < data.length; at += 3) {
    if ((data[at] as number) > 200 && (data[at + 1] as number) < 80 && (data[at + 2] as number) > 200) hits++;
  }
  return hits / (info.width * info.height);
}

/** A server that notes who comes. */
async function listener(): Promise<{ url: string; calls: () => number; close(): void }> {
  let calls = 0;
  const server = createServer((_req, res) => res.end());
  server.on('connection', () => calls++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`,
    calls: () => calls,
    close: () => void server.close(),
  };
}

const LINKS: Array<[string, (url: string) => Promise<Buffer>]> = [
  ['a background', deckWithLinkedBackground],
  ['a picture', deckWithLinkedPicture],
  ['an SVG', deckWithAskingSvg],
];

describe('a PPTX that wants files and addresses', { timeout: 120_000 }, () => {
  it('would get them from a LibreOffice that is not shut in', async () => {
    const pdf = await convertUnchecked(await deckWithLinkedBackground(pathToFileURL(canary).href), unguarded);
    expect(await canaryIn(pdf)).toBeGreaterThan(0.5);
    const other = await listener();
    await convertUnchecked(await deckWithLinkedBackground(other.url), unguarded);
    other.close();
    expect(other.calls()).toBeGreaterThan(0);
  });

  it('AT-1 gets none where only the place is in the way, and without such a place nothing is converted', async () => {
    const isolation = await findIsolation(TOOLS, folder);
    expect(await documents().conversion()).toEqual(isolation ? { possible: true, reason: '' } : { possible: false, reason: OFFICE_UNSAFE });
    if (!isolation) return;
    const shut = () => isolation;
    expect(await canaryIn(await convertUnchecked(await deckWithLinkedBackground(pathToFileURL(canary).href), shut))).toBe(0);
    expect(await canaryIn(await convertUnchecked(await deckWithAskingSvg(pathToFileURL(canary).href), shut))).toBe(0);
    const other = await listener();
    await convertUnchecked(await deckWithLinkedBackground(other.url), shut);
    other.close();
    expect(other.calls()).toBe(0);
  });

  it.each(LINKS)('AT-2 does not even ask by %s', async (_by, make) => {
    const other = await listener();
    // as LibreOffice would get it, if it were not shut in
    const path = await fileOf(await make(other.url));
    const own = join(dirname(path), 'own.pptx');
    await detachPptx(path, own);
    await convertUnchecked(await readFile(own), unguarded);
    other.close();
    expect(other.calls()).toBe(0);
  });

  it('is no ODF presentation in disguise', async () => {
    await expect(documents().inspect(await fileOf(disguisedOdp(pathToFileURL(canary).href)))).rejects.toThrow('只支持 PDF 和 PPTX');
  });

  it('is refused where nothing shuts LibreOffice in', async () => {
    // a system with LibreOffice and without bubblewrap
    const tools = await mkdtemp(join(folder, 't-'));
    for (const name of ['soffice', 'prlimit']) await writeFile(join(tools, name), '#!/bin/sh\n', { mode: 0o755 });
    const site = localDocuments(localStorage(folder), tools);
    expect(await site.conversion()).toEqual({ possible: false, reason: OFFICE_UNSAFE });
    await expect(site.convert(await fileOf(await deckOfNestedGroups(1)), join(tools, 'out.pdf'))).rejects.toThrow(OFFICE_UNSAFE);
    // one that is there and lets everything through is none
    await writeFile(join(tools, 'bwrap'), '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n', { mode: 0o755 });
    expect(await localDocuments(localStorage(folder), tools).isolated()).toBe(false);
  });
});

describe('AT-4 a document that wants all memory', { timeout: 240_000 }, () => {
  const GIGABYTE = 1024 ** 3;
  /** The most that all readers together had, bytes; this process itself is none of them. */
  async function peakWhile(work: Promise<unknown>): Promise<number> {
    let peak = 0;
    const look = setInterval(() => {
      peak = Math.max(peak, residentBytes(process.pid) - process.memoryUsage.rss());
    }, 50);
    await work.finally(() => clearInterval(look));
    return peak;
  }
  const draw = (path: string) =>
    documents().render(path, { page_count: 1, skip: () => false, workers: 1, onPage: () => Promise.resolve() });

  it('is given up with a reason: a PDF that draws itself twice', async () => {
    const path = await fileOf(makeSwellingPdf());
    expect(await peakWhile(expect(draw(path)).rejects.toThrow('第 1 页内容异常'))).toBeLessThan(1.2 * GIGABYTE);
  });

  it('is given up with a reason: a PDF whose page unpacks to a gigabyte', async () => {
    const path = await fileOf(makeInflatingPdf());
    expect(await peakWhile(expect(draw(path)).rejects.toThrow('第 1 页内容异常'))).toBeLessThan(1.2 * GIGABYTE);
  });

  it('is given up with a reason: a PPTX of groups in groups', async () => {
    const site = documents();
    const path = await fileOf(await deckOfNestedGroups());
    const target = join(dirname(path), 'out.pdf');
    const ended = expect(site.convert(path, target)).rejects.toThrow(DocumentError);
    expect(await peakWhile(ended)).toBeLessThan(2 * GIGABYTE);
  });
});

describe('R-9 when the site is killed', { timeout: 120_000 }, () => {
  it.each([
    ['LibreOffice', 'convert', 'soffice', () => deckOfNestedGroups(2_000)],
    ['a reader that hangs in a page', 'draw', 'child-main.ts', async () => makeEndlessPdf()],
  ])('%s ends with it', async (_what, op, word, make) => {
    if (!(await documents().isolated())) {
      // what is not shut in is ended by its own bounds; LibreOffice is not started at all
      expect((await documents().conversion()).possible).toBe(false);
      return;
    }
    const path = await fileOf(await make());
    const data_dir = await mkdtemp(join(folder, 'alone-'));
    const site = spawn(process.execPath, [ALONE, op, path, data_dir], { stdio: 'ignore' });
    const begun = () => descendants(site.pid as number, word);
    await expect.poll(() => begun().length, { interval: 10, timeout: 60_000 }).toBeGreaterThan(1);
    const readers = begun();
    site.kill('SIGKILL');
    // on a busy machine a killed process may take its time to be gone
    await expect.poll(() => readers.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 60_000 }).toEqual([]);
  });
});

it('AT-5 a document whose pages together take too long is given up with a reason', async () => {
  const path = await fileOf(await makePdf({ pages: 3 }));
  const budget = { left_ms: 1 };
  const options = { page_count: 3, skip: () => false, workers: 1, budget, onPage: () => Promise.resolve() };
  await expect(documents().render(path, options)).rejects.toThrow('生成预览用时过长');
  expect(budget.left_ms).toBeLessThan(0);
});
