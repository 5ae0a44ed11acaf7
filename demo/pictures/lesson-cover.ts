import { breakLines, widthOf } from '../decks/font.ts';
import type { Words } from '../decks/shapes.ts';
import { shapeSvg } from '../decks/svg.ts';
import { bustSvg, FACE } from './face.ts';
import { drawScene, type PictureWish, type Raster, rasterOf, sceneSvg } from './picture.ts';

/** Composed in these units, drawn three quarters as large: no screen shows it larger. */
const [WIDTH, HEIGHT] = [1280, 720] as const;

/** A course or a talk: what it is about, who speaks, and the place that shows it. */
export interface LessonCover {
  title: string;
  /** One line below the title. */
  line: string;
  /** Whose face it is: the same name is the same face. */
  speaker: string;
  colours: readonly [string, string];
  picture: PictureWish;
  /** The speaker's own hand: a stage, a page of notes, or an album. */
  hand: 0 | 1 | 2;
}

export async function drawLessonCover(cover: LessonCover): Promise<Raster> {
  const scene = await drawScene(cover.picture);
  const defs = new Map<string, string>();
  const body =
    [stage, notes, album][cover.hand]?.(cover, (x, y, width, height) => sceneSvg(scene, 'c', { x, y, width, height }), defs) ?? '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${[...defs.values()].join('')}</defs>${body}</svg>`;
  return rasterOf(svg);
}

type Scene = (x: number, y: number, width: number, height: number) => string;
type Defs = Map<string, string>;

/** Title from `y` on, in lines that fit, and the line below it. */
function lettering(
  { title, line }: LessonCover,
  place: { x: number; y: number; room: number; size: number; ink: string },
  defs: Defs,
): string {
  const { x, y, room, size, ink } = place;
  const parts = title.split(/(?<=[：，])/).flatMap((part) => evenLines(part, size, room));
  const lines = parts.map((part) => part.replace(/[：，]$/, ''));
  const base = { is: 'words' as const, x, align: 'left' as const, fill: ink };
  const words: Words[] = [
    { ...base, y, lines, size, leading: 1.24, weight: 'Bold' },
    {
      ...base,
      y: y + lines.length * size * 1.24 + 4,
      lines: breakLines('Regular', line, 30, room).slice(0, 2),
      size: 30,
      leading: 1.5,
      weight: 'Regular',
    },
  ];
  return words.map((shape, index) => shapeSvg(shape, index, new Map(), defs)).join('');
}

/** Lines of about one length: no character alone on the last. */
function evenLines(text: string, size: number, room: number): string[] {
  const count = breakLines('Bold', text, size, room).length;
  return breakLines('Bold', text, size, Math.min(room, widthOf('Bold', text, size) / count + size * 0.6));
}

const bust = ({ speaker }: LessonCover, x: number, y: number, size: number) =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 ${FACE} ${FACE}">${bustSvg(speaker)}</svg>`;

/** The speaker before the room they work in. */
function stage(cover: LessonCover, scene: Scene, defs: Defs): string {
  defs.set(
    'dark',
    `<linearGradient id="dark"><stop offset=".1" stop-color="${cover.colours[0]}" stop-opacity=".96"/><stop offset=".95" stop-color="${cover.colours[0]}" stop-opacity=".08"/></linearGradient>`,
  );
  return `${scene(0, 0, WIDTH, HEIGHT)}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#dark)"/>${bust(cover, 740, 150, 570)}<rect x="80" y="150" width="84" height="10" fill="${cover.colours[1]}"/>${lettering(cover, { x: 80, y: 260, room: 680, size: 84, ink: '#ffffff' }, defs)}`;
}

/** Ruled paper with a photograph clipped on. */
function notes(cover: LessonCover, scene: Scene, defs: Defs): string {
  const rules = Array.from({ length: 9 }, (_, row) => `<path d="M0 ${112 + row * 72}H${WIDTH}" stroke="#dfe3e2" stroke-width="2"/>`).join(
    '',
  );
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f8f6f0"/>${rules}<path d="M64 0V${HEIGHT}" stroke="${cover.colours[1]}" stroke-width="4" stroke-opacity=".6"/><g transform="rotate(3 1000 250)"><rect x="748" y="70" width="470" height="380" fill="#000" fill-opacity=".12"/><rect x="740" y="58" width="470" height="380" fill="#fff"/>${scene(758, 76, 434, 290)}<rect x="920" y="36" width="120" height="44" fill="${cover.colours[1]}" fill-opacity=".75"/></g>${bust(cover, 860, 330, 390)}${lettering(cover, { x: 100, y: 230, room: 600, size: 78, ink: cover.colours[0] }, defs)}`;
}

/** A tall photograph with an arch beside plenty of white. */
function album(cover: LessonCover, scene: Scene, defs: Defs): string {
  defs.set('arch', '<clipPath id="arch"><path d="M90 720V330a220 220 0 0 1 440 0V720Z"/></clipPath>');
  defs.set(
    'paper',
    `<linearGradient id="paper" y2="1"><stop offset="0" stop-color="#fffdfa"/><stop offset="1" stop-color="${cover.colours[1]}"/></linearGradient>`,
  );
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#paper)"/><g clip-path="url(#arch)">${scene(-200, 100, 992, 620)}${bust(cover, 90, 290, 440)}</g><path d="M70 720V330a240 240 0 0 1 480 0V720" fill="none" stroke="${cover.colours[0]}" stroke-width="3"/>${lettering(cover, { x: 620, y: 270, room: 580, size: Math.min(80, (80 * 580) / widthOf('Bold', '八个大字一行好', 80)), ink: cover.colours[0] }, defs)}`;
}
