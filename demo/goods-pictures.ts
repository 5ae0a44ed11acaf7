import sharp from 'sharp';
import { pictureFile, pictureUrl, pictureWidths } from '#contract/picture.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';

const [WIDTH, HEIGHT] = [800, 600];

/** Goods as they lie on a table, around (400, 310), lit from the upper left; `url(#body)` is their colour in that light. */
const SHAPES = {
  bag: `<path d="M322 250V170a78 78 0 0 1 156 0v80" fill="none" stroke="#cbb58f" stroke-width="20"/><path d="M262 222h276l26 284a14 14 0 0 1-14 14H250a14 14 0 0 1-14-14z" fill="url(#cloth)"/><path d="M262 222h276l3 30H259z" fill="#000" opacity=".07"/><path d="M300 250q-16 140-8 268M476 252q34 120 30 266" stroke="#000" stroke-opacity=".07" stroke-width="14" fill="none"/><path d="M350 248v-74a50 50 0 0 1 100 0v74" fill="none" stroke="#e9d9b8" stroke-width="20"/><circle cx="400" cy="376" r="66" fill="url(#body)"/><path d="M356 342l8-38 28 22h16l28-22 8 38q8 60-44 66q-52-6-44-66z" fill="#fff"/><circle cx="382" cy="356" r="6" fill="#222"/><circle cx="418" cy="356" r="6" fill="#222"/><path d="M392 374q8 8 16 0" stroke="#222" stroke-width="4" fill="none"/>`,
  mug: `<path d="M318 190h164v306q0 26-26 26H344q-26 0-26-26z" fill="url(#body)"/><path d="M318 190h164v26H318z" fill="#000" opacity=".18"/><path d="M328 132h144q10 0 10 12v46H318v-46q0-12 10-12z" fill="#30343c"/><path d="M340 132v58" stroke="#fff" stroke-opacity=".35" stroke-width="10"/><path d="M340 220v270" stroke="#fff" stroke-opacity=".42" stroke-width="16" stroke-linecap="round"/><path d="M462 220v280" stroke="#000" stroke-opacity=".14" stroke-width="26"/><path d="M368 330h66M368 356h44" stroke="#fff" stroke-width="9" stroke-linecap="round"/>`,
  notebook: `<g transform="rotate(-9 400 320)"><rect x="286" y="142" width="244" height="356" rx="14" fill="#fff"/><path d="M292 150h232v342H292z" fill="#e8e4da"/><rect x="272" y="132" width="244" height="356" rx="14" fill="url(#body)"/><path d="M302 132v356" stroke="#000" stroke-opacity=".16" stroke-width="8"/><path d="M470 132v356" stroke="#22252b" stroke-width="14"/><path d="M336 206h100M336 236h64" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".9"/></g><g transform="rotate(24 580 360)"><rect x="572" y="200" width="20" height="270" rx="6" fill="#2b2e35"/><path d="M572 470h20l-10 36z" fill="#d9b98a"/><path d="M576 206v258" stroke="#fff" stroke-opacity=".4" stroke-width="4"/></g>`,
  ticket: `<g transform="rotate(-8 400 320)"><path d="M210 236h380v56a34 34 0 0 0 0 68v56H210v-56a34 34 0 0 0 0-68z" fill="#000" opacity=".16" transform="translate(14 22)"/><path d="M220 270h380v56a34 34 0 0 0 0 68v56H220v-56a34 34 0 0 0 0-68z" fill="#f3d9a8"/><path d="M210 226h380v56a34 34 0 0 0 0 68v56H210v-56a34 34 0 0 0 0-68z" fill="#fffaf0"/><path d="M470 226h120v56a34 34 0 0 0 0 68v56H470z" fill="url(#body)"/><path d="M470 238v160" stroke="#b9ad97" stroke-width="4" stroke-dasharray="10 10"/><path d="M268 272h150M268 304h90" stroke="#2c2f36" stroke-width="14" stroke-linecap="round"/><path d="M268 360h120" stroke="#c9bfae" stroke-width="10" stroke-linecap="round"/><path d="M506 284l24 28 24-28M530 312v52M508 326h44M508 346h44" stroke="#fff" stroke-width="9" fill="none" stroke-linecap="round"/></g>`,
  crown: `<ellipse cx="400" cy="460" rx="210" ry="52" fill="url(#body)"/><ellipse cx="400" cy="446" rx="210" ry="52" fill="#8d1f35"/><ellipse cx="360" cy="436" rx="130" ry="26" fill="#fff" opacity=".12"/><path d="M258 420l-40-196 104 84 78-148 78 148 104-84-40 196q-142 46-284 0z" fill="url(#gold)"/><path d="M258 420q142 46 284 0l8-38q-150 44-300 0z" fill="#a86a12"/><path d="M400 160l-40 250M322 308l-30 108" stroke="#fff" stroke-opacity=".4" stroke-width="8"/><g fill="url(#gold)"><circle cx="218" cy="218" r="17"/><circle cx="400" cy="152" r="20"/><circle cx="582" cy="218" r="17"/></g><circle cx="400" cy="350" r="24" fill="#d8324e"/><circle cx="392" cy="342" r="7" fill="#fff" opacity=".7"/><circle cx="312" cy="362" r="14" fill="#2f7fd0"/><circle cx="488" cy="362" r="14" fill="#2f7fd0"/>`,
  card: `<g transform="rotate(7 400 320)"><rect x="264" y="176" width="300" height="320" rx="22" fill="#000" opacity=".14"/><rect x="250" y="160" width="300" height="320" rx="22" fill="#fff"/><path d="M250 182a22 22 0 0 1 22-22h256a22 22 0 0 1 22 22v62H250z" fill="url(#body)"/><path d="M322 140v48M478 140v48" stroke="#3a3f48" stroke-width="16" stroke-linecap="round"/><g fill="#e7eaee"><circle cx="300" cy="300" r="20"/><circle cx="366" cy="300" r="20"/><circle cx="432" cy="300" r="20"/><circle cx="498" cy="300" r="20"/><circle cx="300" cy="370" r="20"/><circle cx="366" cy="370" r="20"/><circle cx="498" cy="370" r="20"/><circle cx="300" cy="434" r="20"/><circle cx="366" cy="434" r="20"/></g><circle cx="432" cy="370" r="46" fill="url(#gold)"/><path d="M410 370l16 17 30-34" fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/></g>`,
} as const;
export type GoodsShape = keyof typeof SHAPES;

/** Draws goods on a ground of two colours, stores the picture publicly and returns its URL. */
export async function drawGoods(ctx: Ctx, shape: GoodsShape, colours: readonly [string, string]): Promise<string> {
  const svg = goodsSvg(shape, colours);
  const key = newStorageKey();
  for (const width of pictureWidths(WIDTH)) {
    const bytes = await sharp(Buffer.from(svg)).resize(width).webp({ quality: 82 }).toBuffer();
    await ctx.app.providers.storage.putPublic(pictureFile(key, width), bytes);
  }
  return pictureUrl(key, Math.max(...pictureWidths(WIDTH)));
}

function goodsSvg(shape: GoodsShape, colours: readonly [string, string]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>
<defs><linearGradient id="body"><stop offset="0" stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/></linearGradient>
<linearGradient id="cloth"><stop offset="0" stop-color="#f8eed9"/><stop offset="1" stop-color="#dcc9a2"/></linearGradient>
<linearGradient id="gold" x2="1" y2="1"><stop offset="0" stop-color="#fff0b8"/><stop offset=".5" stop-color="#e9b13c"/><stop offset="1" stop-color="#b9781a"/></linearGradient>
<linearGradient id="wall" x2="1" y2="1"><stop offset="0" stop-color="#fffdf8"/><stop offset="1" stop-color="${colours[0]}"/></linearGradient>
<radialGradient id="lamp" cx=".28" cy=".2" r=".7"><stop offset="0" stop-color="#fff" stop-opacity=".9"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<radialGradient id="under"><stop offset="0" stop-color="#000" stop-opacity=".38"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#wall)" opacity=".75"/><rect y="440" width="100%" height="160" fill="${colours[1]}" opacity=".28"/><rect width="100%" height="100%" fill="url(#lamp)"/>
<ellipse cx="420" cy="516" rx="240" ry="38" fill="url(#under)"/>
${SHAPES[shape]}</svg>`;
}
