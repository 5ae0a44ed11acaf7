import { createRandom } from '../random.ts';

/** Faces are drawn in a square of this size. */
export const FACE = 320;

const SKINS = [
  ['#f6d3b8', '#e5b494'],
  ['#f1c5a0', '#d9a37c'],
  ['#e3ad83', '#c68b62'],
  ['#fadfcb', '#ecc2a8'],
] as const;
const HAIRS = ['#1c1a20', '#2a211d', '#3c2a20', '#54382a', '#25242f'] as const;
const CLOTHES = ['#f3efe6', '#22304a', '#7b2d3a', '#2f5d50', '#d9a441', '#5b6b8c', '#33343a', '#c9694b'] as const;

/** What lies behind the head and in front of it. */
const CUTS: ReadonlyArray<{ behind: string; front: string }> = [
  // short, parted
  {
    behind: '',
    front: 'M94 138Q88 58 162 56Q236 58 228 140Q222 112 204 100Q160 108 132 92Q104 106 94 138Z',
  },
  // long, open
  {
    behind: 'M84 150Q78 50 160 48Q242 50 236 150L248 268H72Z',
    front: 'M94 150Q92 72 160 66Q228 72 226 150Q216 116 176 88Q150 122 94 150Z',
  },
  // a bob with a fringe
  {
    behind: 'M82 146Q80 50 160 48Q240 50 238 146L240 200Q230 216 208 214H112Q90 216 80 200Z',
    front: 'M94 132Q92 66 160 62Q228 66 226 132Q160 112 94 132Z',
  },
  // a bun
  {
    behind: 'M120 58a40 36 0 1 1 80 0a40 36 0 1 1-80 0ZM92 140Q90 56 160 56Q230 56 228 140Z',
    front: 'M94 140Q92 70 160 66Q228 70 226 140Q206 92 160 92Q114 92 94 140Z',
  },
  // cropped
  {
    behind: '',
    front: 'M95 132Q90 64 160 60Q230 64 225 132Q220 106 208 98Q160 88 112 98Q100 106 95 132Z',
  },
  // waves to the shoulder
  {
    behind: 'M90 130Q92 46 164 48Q240 52 234 140Q252 170 236 196Q250 226 222 236H98Q70 226 84 196Q68 170 90 130Z',
    front: 'M94 142Q94 68 168 64Q228 72 226 142Q214 104 140 84Q126 120 94 142Z',
  },
];

/** A friendly portrait on a ground of two colours; the same name is the same face. */
export function faceSvg(name: string, [from, to]: readonly [string, string]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${FACE}" height="${FACE}"><defs>
<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
<radialGradient id="l"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
<rect width="${FACE}" height="${FACE}" fill="url(#g)"/><circle cx="${name.length % 2 ? 80 : 240}" cy="90" r="170" fill="url(#l)"/>${bustSvg(name)}</svg>`;
}

/** The same person without a ground, in a square of `FACE`. */
export function bustSvg(name: string): string {
  const random = createRandom([...name].reduce((sum, char) => (sum * 131 + (char.codePointAt(0) ?? 0)) % 1_000_003, 29));
  const [skin, shade] = random.pick(SKINS);
  const hair = random.pick(HAIRS);
  const cut = random.pick(CUTS);
  const cloth = random.pick(CLOTHES);
  const glasses = random.next() < 0.3;
  const beard = cut.behind === '' && random.next() < 0.25;
  const brow = random.between(-3, 3);
  const eye = random.between(26, 31);
  const smile = random.between(12, 22);
  const ears = [95, 225].map((x) => `<ellipse cx="${x}" cy="158" rx="12" ry="18" fill="${shade}"/>`).join('');
  const eyes = [160 - eye, 160 + eye]
    .map(
      (x, side) =>
        `<path d="M${x - 14} ${136 + (side ? 0 : brow)}q14-9 28 0" fill="none" stroke="${hair}" stroke-width="5" stroke-linecap="round"/><ellipse cx="${x}" cy="157" rx="5.5" ry="7" fill="#231d1c"/><circle cx="${x + 2}" cy="154" r="2" fill="#fff"/>${glasses ? `<circle cx="${x}" cy="157" r="21" fill="#fff" fill-opacity=".12" stroke="#2b2b30" stroke-width="4"/>` : ''}`,
    )
    .join('');
  const bridge = glasses
    ? `<path d="M${181 - eye} 155q${eye - 21}-6 ${(eye - 21) * 2} 0" fill="none" stroke="#2b2b30" stroke-width="4"/>`
    : '';
  return `<defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="0"><stop offset=".35" stop-color="${skin}"/><stop offset="1" stop-color="${shade}"/></linearGradient></defs>
<path d="${cut.behind}" fill="${hair}"/><path d="M132 200h56v50q-28 26-56 0z" fill="${shade}"/>
<path d="M40 320q2-66 84-84q36 30 72 0q82 18 84 84z" fill="${cloth}"/>${collar(random.between(0, 2), skin)}
${ears}<path d="M96 140Q96 78 160 78Q224 78 224 140Q226 226 160 232Q94 226 96 140Z" fill="url(#s)"/>
${beard ? `<path d="M100 174Q110 190 160 188Q210 190 220 174Q216 234 160 234Q104 234 100 174Z" fill="${hair}" fill-opacity=".8"/>` : ''}
<ellipse cx="118" cy="184" rx="15" ry="9" fill="#ee8f7c" fill-opacity=".35"/><ellipse cx="202" cy="184" rx="15" ry="9" fill="#ee8f7c" fill-opacity=".35"/>
${eyes}${bridge}<path d="M160 162q8 16-2 20" fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round"/>
<path d="M${160 - 20} 198q20 ${smile} 40 0q-20 ${smile / 3} -40 0z" fill="${beard ? '#fff' : '#c2665a'}" stroke="${beard ? '#fff' : '#c2665a'}" stroke-width="4" stroke-linejoin="round"/>
<path d="${cut.front}" fill="${hair}"/>`;
}

function collar(kind: number, skin: string): string {
  if (kind === 0) return `<path d="M126 236L160 286L194 236L160 254Z" fill="${skin}"/>`;
  if (kind === 1) return '<path d="M124 236L146 292L160 262L174 292L196 236L160 258Z" fill="#fff"/>';
  return '<path d="M118 240q42 44 84 0l4 14q-46 44-92 0z" fill="#000" fill-opacity=".18"/>';
}
