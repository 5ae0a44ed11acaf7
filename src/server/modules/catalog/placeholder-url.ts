import { crc32, deflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { thumbHashToRGBA } from 'thumbhash';

/** The decoder draws 32 px; a blur needs no more than this, and a page holds a hundred of them. */
const SIDE = 8;

const kept = new LRUCache<string, string>({ max: 5_000 });

/** The blurred picture that a placeholder (base64 thumbhash) stands for, as a data URL of a few hundred bytes; empty for what is none. */
export function placeholderUrl(placeholder: string): string {
  const known = kept.get(placeholder);
  if (known !== undefined) return known;
  const url = draw(placeholder);
  kept.set(placeholder, url);
  return url;
}

function draw(placeholder: string): string {
  const hash = Buffer.from(placeholder, 'base64');
  if (hash.length < 5) return '';
  const { w, h, rgba } = thumbHashToRGBA(hash);
  const scale = Math.min(1, SIDE / Math.max(w, h));
  const width = Math.max(1, Math.round(w * scale));
  const height = Math.max(1, Math.round(h * scale));
  const lines: number[] = [];
  for (let y = 0; y < height; y++) {
    lines.push(0);
    for (let x = 0; x < width; x++) {
      const from = 4 * (Math.floor((y + 0.5) / scale) * w + Math.floor((x + 0.5) / scale));
      lines.push(rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0);
    }
  }
  return `data:image/png;base64,${png(width, height, Buffer.from(lines)).toString('base64')}`;
}

/** A PNG of 8-bit RGB lines, each after its filter byte. */
function png(width: number, height: number, lines: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
