import { KINDS, type KindKey } from '#contract/kinds.ts';

/** The poster of what has no picture of its own. */
export interface Poster {
  theme: string;
  /** Shapes in a frame of 200 x 120, with their colours: pages take no inline styles. */
  drawing: string;
}

const range = (n: number) => Array.from({ length: n }, (_, at) => at);
const rect = (x: number, y: number, width: number, height: number, rx = 2) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}"/>`;
const circle = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;
const line = (d: string, width = 3) => `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width}"/>`;

const DRAWINGS = {
  beams: range(4)
    .map((at) => `<path d="M${70 + at * 34} 0h8l${at % 2 ? 34 : -30} 120h-46z"/>`)
    .join(''),
  arches: range(4)
    .map((at) => line(`M${78 + at * 14} 120v-40a${50 - at * 14} ${56 - at * 14} 0 0 1 ${100 - at * 28} 0v40`))
    .join(''),
  flags: range(2)
    .map(
      (row) =>
        line(`M0 ${18 + row * 34}q100 34 200 0`, 2) +
        range(9)
          .map((at) => `<path d="M${8 + at * 22} ${24 + row * 34 + Math.round(14 * Math.sin(((at + 0.4) / 9) * Math.PI))}h14l-7 18z"/>`)
          .join(''),
    )
    .join(''),
  blocks: [36, 62, 48, 84, 58, 98].map((height, at) => rect(72 + at * 21, 120 - height, 16, height)).join(''),
  seats: range(4)
    .map((row) =>
      range(8)
        .map((at) => rect(64 + at * 17 - row * 3, 34 + row * 22, 12, 13, 5))
        .join(''),
    )
    .join(''),
  confetti: range(26)
    .map((at) => circle(60 + ((at * 53) % 140), 6 + ((at * 37) % 108), 2 + (at % 4)))
    .join(''),
  waves: range(5)
    .map((at) => line(`M50 ${30 + at * 18}q25 -26 50 0t50 0t50 0t50 0`))
    .join(''),
} as const;

/** What a title is about: the first that fits. */
const THEMES: ReadonlyArray<readonly [theme: string, about: RegExp, drawing: keyof typeof DRAWINGS, dark: string, light: string]> = [
  ['party', /年会|晚宴|庆典|节目|抽奖|主持|礼仪/, 'confetti', '#9f1d1d', '#c8440f'],
  ['wedding', /婚礼|求婚|花艺/, 'arches', '#9d3561', '#b34a73'],
  ['market', /市集|摊|夜市|夜游|节日/, 'flags', '#8a4a08', '#a0640e'],
  ['stage', /发布会|舞美|灯光|舞台|屏幕|演出|摄/, 'beams', '#26306e', '#5b3fa8'],
  ['booth', /展台|展会|展览|搭建|设计|快闪/, 'blocks', '#0f5d5c', '#1d7f6b'],
  ['meeting', /会务|会议|论坛|大会|安全|应急|执行/, 'seats', '#1f3a5f', '#2f6690'],
  ['ideas', /ai|趋势|数据|技术|提示词/i, 'waves', '#3b2a78', '#6d4bb5'],
  ['budget', /甲方|预算|报价|客户|销售/, 'blocks', '#7a4a06', '#a36a13'],
];

/** In the same frame: what stands where the picture of a card stands, of what has none, with the name of its kind on it. */
export const drawnCover = (card: { id: number; title: string }, kind: string): string =>
  `${posterOf(card).drawing}<text x="20" y="104" fill="#fff" font-size="15" font-weight="600">${KINDS[kind as KindKey].noun}</text>`;

/** Several of one theme stand beside each other: as drawn, from the other side, and near. */
const VIEWS = ['', ' transform="matrix(-1 0 0 1 260 0)"', ' transform="translate(-100 -60) scale(1.5)"'] as const;

/** By what its title is about, else one of all by its number. */
export function posterOf({ id, title }: { id: number; title: string }): Poster {
  const found = THEMES.find(([, about]) => about.test(title)) ?? THEMES[id % THEMES.length];
  const [theme, , drawing, ...colours] = found as (typeof THEMES)[number];
  // two of one theme stand beside each other
  const [dark, light] = id % 2 ? colours : colours.toReversed();
  const ground = `<path fill="${dark}" d="M0 0h200v120H0z"/><path fill="${light}" opacity=".7" d="${id % 2 ? 'M200 0v120H80z' : 'M80 0h120v120z'}"/>`;
  return { theme, drawing: `${ground}<g fill="#fff" opacity=".2"${VIEWS[id % VIEWS.length]}>${DRAWINGS[drawing]}</g>` };
}
