import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool } from '#server/providers/document/find-tool.ts';
import { localDocuments } from '#server/providers/document/local.ts';
import { OFFICE_MISSING, OFFICE_UNSAFE, ReaderLost, type RenderedPage } from '#server/providers/document/port.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import {
  makeBlankPdf,
  makeBorrowingPdf,
  makeEditablePptx,
  makeExe,
  makeFormPdf,
  makeLongPptx,
  makeNestedZip,
  makeOle,
  makePdf,
  makePptx,
  makePublicKeyPdf,
  makeUndrawnFormPdf,
  makeZip,
  makeZipBomb,
  pdfWithNamedFont,
} from '../support/documents.ts';
import { deckWithLinkedPicture } from '../support/hostile-documents.ts';
import { descendants } from '../support/processes.ts';

const TOOLS = '/usr/local/bin:/usr/bin:/bin';
let folder: string;
/** Whether this system can shut in LibreOffice; where it cannot, a PPTX is refused. */
let shutIn: boolean;
const storage = () => localStorage(folder);
const documents = () => localDocuments(storage(), TOOLS);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cemao-documents-'));
  shutIn = await documents().isolated();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function fileOf(data: Uint8Array): Promise<string> {
  const path = join(folder, `f${++files}`);
  await writeFile(path, data);
  return path;
}

async function contents(data: Uint8Array, type: string) {
  return documents().contents(await fileOf(data), { type, size_bytes: data.length });
}

/** The header of a PSD of so many layers: resources of twelve bytes stand before them. */
function psdHead(layers: number): Buffer {
  const data = Buffer.alloc(26 + 4 + 4 + 12 + 4 + 4 + 2);
  data.write('8BPS');
  data.writeUInt16BE(1, 4);
  data.writeUInt32BE(600, 14);
  data.writeUInt32BE(800, 18);
  data.writeUInt16BE(4, 24);
  data.writeUInt32BE(12, 30);
  data.writeUInt32BE(layers > 0 ? 6 : 0, 46);
  data.writeUInt32BE(layers > 0 ? 2 : 0, 50);
  // of a flat picture its pixels stand where layers would
  data.writeInt16BE(-layers || 9253, 54);
  return data;
}

describe('T13 what is in a file, read in the sandbox', () => {
  it('of a presentation: slides, shape, fonts and what can be edited', async () => {
    const found = await contents(await makeEditablePptx(), 'pptx');
    expect(found).toMatchObject({ files: 1, formats: { PPTX: 1 } });
    expect(found?.deck).toMatchObject({ slides: 1, ratio: '4:3', software: 'PowerPoint' });
    expect(found?.deck?.parts).toEqual({ text: 3, chart: 1, table: 1, picture: 1, video: 0 });
    expect(found?.deck?.fonts[0]).toEqual({ name: '思源黑体', embedded: false });
    expect(JSON.stringify(found?.deck?.fonts)).not.toContain('cemao_2026');
  });

  it('of a PSD by its header; of one that is cut nothing that is not there', async () => {
    const whole = psdHead(7);
    expect(await contents(whole, 'psd')).toMatchObject({ pixels: { width: 800, height: 600 }, psd: { layers: 7, color: 'CMYK' } });
    expect(await contents(psdHead(0), 'psd')).toMatchObject({ pixels: { width: 800 }, psd: { layers: 0 } });
    expect(await contents(whole.subarray(0, 30), 'psd')).toMatchObject({ pixels: { width: 800 }, psd: { layers: 0 } });
  });

  it('what is broken, or more than a part may be, is a file of its format and nothing else', async () => {
    const plain = { files: 1, formats: { PPTX: 1 }, fonts: [], list: [] };
    const deck = (slide: string) => makeZip([{ name: 'ppt/slides/slide1.xml', data: Buffer.from(slide) }]);
    expect(await contents(deck('<p:sld><p:sp>'), 'pptx')).toEqual({ ...plain, bytes: expect.any(Number) });
    expect(await contents(deck(`<p:sld>${' '.repeat(33 * 1024 ** 2)}</p:sld>`), 'pptx')).toEqual({ ...plain, bytes: expect.any(Number) });
    expect(await contents(Buffer.from('PK'), 'zip')).toBeNull();
  });
});

async function render(path: string, page_count: number, skip: number[] = []): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = [];
  await documents().render(path, {
    page_count,
    skip: (page_no) => skip.includes(page_no),
    onPage: async (page) => void pages.push(page),
  });
  return pages.sort((a, b) => a.page_no - b.page_no);
}

/** Pixels darker than half of a rendered page. */
async function darkPixels(page: RenderedPage): Promise<number> {
  const { data } = await sharp(page.pictures.at(-1)?.data).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0);
}

describe('inspection', () => {
  it('accepts a PDF and a PPTX by their content', async () => {
    expect(await documents().inspect(await fileOf(await makePdf({ pages: 3 })))).toEqual({ type: 'pdf', page_count: 3 });
    expect(await documents().inspect(await fileOf(await makePptx(2)))).toEqual({ type: 'pptx', page_count: 2 });
  });

  it('R-5 accepts a PPTX with bytes behind its end', async () => {
    const path = await fileOf(Buffer.concat([await makePptx(2), Buffer.from([0])]));
    expect(await documents().inspect(path)).toEqual({ type: 'pptx', page_count: 2 });
  });

  const truncated = async () => (await makePdf({ pages: 3 })).subarray(0, 900);
  const brokenPptx = async () => {
    const whole = await makePptx(2);
    return Buffer.concat([whole.subarray(0, 400), Buffer.alloc(whole.length - 800), whole.subarray(-400)]);
  };
  const refused: Array<[string, () => Buffer | Promise<Buffer>, string]> = [
    ['a PDF with a password', () => makePdf({ pages: 1, user_password: 'secret' }), '已加密'],
    ['a PDF that forbids printing', () => makePdf({ pages: 1, owner_password: 'owner' }), '权限密码'],
    ['a PDF for the holder of a key', makePublicKeyPdf, '已加密'],
    ['a truncated PDF', truncated, '已损坏'],
    ['a PDF of 501 pages', () => makeBlankPdf(501), '最多支持 500 页'],
    ['a program with another name', makeExe, '只支持 PDF 和 PPTX'],
    ['text', () => Buffer.from('hello'), '只支持 PDF 和 PPTX'],
    ['an encrypted office file', () => makeOle(true), '已加密'],
    ['an old PPT', () => makeOle(false), '旧版 PPT'],
    ['another archive', () => makeZip([{ name: 'a.txt', data: Buffer.from('a') }]), '其他类型的压缩包'],
    ['a broken PPTX', brokenPptx, '已损坏'],
    ['a PPTX of 501 slides', () => makeLongPptx(500), '最多支持 500 页'],
    ['a zip bomb', () => makeZipBomb(), '解压后过大'],
    ['a zip bomb that lies about its size', () => makeZipBomb(64 * 1024 ** 2, 1_000), '文件'],
    ['archives within archives', makeNestedZip, '解压后过大'],
  ];
  it.each(refused)('R-15 refuses %s with a reason', async (_what, make, reason) => {
    await expect(documents().inspect(await fileOf(await make()))).rejects.toThrow(reason);
  });
});

describe('pages', () => {
  it('draws every page in four widths and reads its text', async () => {
    const pages = await render(await fileOf(await makePdf({ pages: 3, height_pt: 540 })), 3);
    expect(pages.map((page) => page.text)).toEqual(['策猫方案 第 1 页', '策猫方案 第 2 页', '策猫方案 第 3 页']);
    const first = pages[0] as RenderedPage;
    expect([first.width, first.height]).toEqual([1440, 810]);
    expect(first.pictures.map((picture) => picture.width)).toEqual([320, 640, 960, 1440]);
    const facts = await sharp(first.pictures[0]?.data).metadata();
    expect([facts.format, facts.width, facts.height]).toEqual(['webp', 320, 180]);
  });

  it('draws only what is missing', async () => {
    const pages = await render(await fileOf(await makePdf({ pages: 4 })), 4, [1, 3]);
    expect(pages.map((page) => page.page_no)).toEqual([2, 4]);
  });

  it.each(['SimSun', 'STSong-Light', 'MicrosoftYaHei', 'SimHei,Bold'])(
    'R-7 shows text in %s that the PDF names but does not hold',
    async (font) => {
      const [page] = await render(await fileOf(pdfWithNamedFont(font, '年会策划方案')), 1);
      const [empty] = await render(await fileOf(pdfWithNamedFont(font, '')), 1);
      expect(page?.text).toBe('年会策划方案');
      expect(await darkPixels(empty as RenderedPage)).toBe(0);
      expect(await darkPixels(page as RenderedPage)).toBeGreaterThan(5_000);
    },
  );

  it('R-1 shows what stands in the fields of a form, and reads it', async () => {
    const [page] = await render(await fileOf(await makeFormPdf('ANNUAL PARTY 2026', 'SECRET')), 1);
    expect(page?.text).toBe('ANNUAL PARTY 2026');
    expect(await darkPixels(page as RenderedPage)).toBeGreaterThan(5_000);
  });

  it.each(['Номер полиса', 'Ελληνικά', '年会策划'])('shows %s in a field that nobody has drawn yet', async (value) => {
    const [page] = await render(await fileOf(makeUndrawnFormPdf(value)), 1);
    expect(page?.text).toBe(value);
    expect(await darkPixels(page as RenderedPage)).toBeGreaterThan(1_000);
  });

  it('R-6 draws a page as long as a picture can be', async () => {
    const [page] = await render(await fileOf(await makeBlankPdf(1, [400, 14_000])), 1);
    expect(page?.height).toBe(16_383);
  });

  it('fails with a reason when a file is not what it was, and goes on working', async () => {
    await expect(render(await fileOf(Buffer.from('%PDF-1.4 nothing')), 1)).rejects.toThrow('已损坏');
    expect(await render(await fileOf(await makePdf({ pages: 1 })), 1)).toHaveLength(1);
  });
});

describe('PPTX', () => {
  it('becomes a PDF whose pages show the slides', { timeout: 120_000 }, async () => {
    const target = join(folder, 'out.pdf');
    const converting = documents().convert(await fileOf(await makePptx(2)), target);
    if (!shutIn) return await expect(converting).rejects.toThrow(OFFICE_UNSAFE);
    await converting;
    expect(await documents().inspect(target)).toEqual({ type: 'pdf', page_count: 2 });
    const pages = await render(target, 2);
    expect(pages[1]?.text).toContain('年会策划 第 2 页');
    expect(await darkPixels(pages[1] as RenderedPage)).toBeGreaterThan(1_000);
  });

  it('never asks the network for what a slide links to', { timeout: 120_000 }, async () => {
    let calls = 0;
    const server = createServer((_req, res) => {
      calls++;
      res.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tracker.png`;
    const linked = await deckWithLinkedPicture(url);
    await documents()
      .convert(await fileOf(linked), join(folder, 'linked.pdf'))
      .catch((error) => expect(shutIn, error).toBe(false));
    server.close();
    expect(calls).toBe(0);
  });

  it('says what to do where LibreOffice is missing', async () => {
    const bare = localDocuments(storage(), '/nonexistent');
    expect(await bare.conversion()).toEqual({ possible: false, reason: OFFICE_MISSING });
    await expect(bare.convert(await fileOf(await makePptx(1)), join(folder, 'x.pdf'))).rejects.toThrow(OFFICE_MISSING);
  });
});

describe('a reader that is ended from outside', () => {
  /** Ends the innermost process of ours with that word in its command line, once. */
  async function killOnce(word: string): Promise<void> {
    const kill = () => {
      const pid = descendants(process.pid, word).at(-1);
      try {
        return pid !== undefined && process.kill(pid, 'SIGKILL');
      } catch {
        return false; // ended meanwhile
      }
    };
    await expect.poll(kill, { interval: 10 }).toBe(true);
  }

  it('costs nothing while inspecting and drawing: another one does it', async () => {
    const path = await fileOf(await makePdf({ pages: 2 }));
    const [facts] = await Promise.all([documents().inspect(path), killOnce('child-main.ts')]);
    expect(facts.page_count).toBe(2);
    const [pages] = await Promise.all([render(path, 2), killOnce('child-main.ts')]);
    expect(pages).toHaveLength(2);
  });

  it('is not the fault of the presentation', { timeout: 120_000 }, async () => {
    const converting = documents().convert(await fileOf(await makePptx(2)), join(folder, 'lost.pdf'));
    if (!shutIn) return await expect(converting).rejects.toThrow(OFFICE_UNSAFE);
    await Promise.all([expect(converting).rejects.toThrow(ReaderLost), killOnce('soffice.bin')]);
  });

  it('nor is a file that cannot be read just now', async () => {
    await expect(documents().inspect(join(folder, 'nothing'))).rejects.toThrow(ReaderLost);
    await expect(render(join(folder, 'nothing'), 1)).rejects.toThrow(ReaderLost);
  });
});

describe('pictures', () => {
  it('makes widths of a cover and refuses what is no picture', async () => {
    const png = await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#f2502c' } })
      .png()
      .toBuffer();
    const made = await documents().pictures(await fileOf(png));
    expect([made.type, made.width, made.height]).toEqual(['png', 1000, 600]);
    expect(made.pictures.map((picture) => picture.width)).toEqual([320, 640, 960, 1000]);
    await expect(documents().pictures(await fileOf(makeExe()))).rejects.toThrow('图片');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>');
    await expect(documents().pictures(await fileOf(svg))).rejects.toThrow('JPG');
  });
});

it.each(['form', 'pattern'] as const)('D18 shows pictures that a %s without resources borrows from its page', async (by) => {
  const [page] = await render(await fileOf(makeBorrowingPdf(by)), 1);
  const { data, info } = await sharp(page?.pictures.at(-1)?.data).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.round(info.height / 2) * info.width + Math.round(info.width * 0.3)) * 3;
  const colour = [...data.subarray(at, at + 3)].map((value) => Math.round(value / 64) * 64);
  // the other reader of PDFs is asked where the kernel shuts it in
  expect(colour).toEqual(shutIn && findTool('pdftoppm', TOOLS) ? [0, 0, 256] : [256, 256, 256]);
  expect([page?.width, page?.height]).toEqual([1440, 720]);
});
