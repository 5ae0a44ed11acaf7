import type { Random } from '../random.ts';
import type { Light } from './moods.ts';
import { audience, bokeh, FRAME, type Layer, n, person } from './strokes.ts';

/** What a scene paints on: `far` is out of focus, `near` is sharp. */
export interface Canvas {
  far: Layer;
  near: Layer;
  light: Light;
  random: Random;
}

const { width: W, height: H } = FRAME;

export function wall({ far, light }: Canvas, horizon: number = H): void {
  far.rect(
    0,
    0,
    W,
    horizon,
    far.ramp([
      [0, light.far[0]],
      [1, light.far[1]],
    ]),
  );
  if (horizon < H)
    far.rect(
      0,
      horizon,
      W,
      H - horizon,
      far.ramp([
        [0, light.floor[0]],
        [1, light.floor[1]],
      ]),
    );
}

/** A stage with beams and a screen, over heads. */
export function stage(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 640);
  far.rect(
    0,
    0,
    W,
    260,
    far.ramp([
      [0, '#000000', 0.75],
      [1, '#000000', 0],
    ]),
  );
  const screen = random.between(620, 860);
  const left = (W - screen) / 2 + random.between(-60, 60);
  near.rect(
    left,
    210,
    screen,
    330,
    near.ramp(
      [
        [0, light.fill],
        [1, light.mid],
      ],
      true,
    ),
    'fill-opacity="0.95"',
  );
  near.glow(left + screen * (0.3 + random.next() * 0.4), 380, screen * 0.42, 200, light.key, 0.95);
  for (let i = 0; i < random.between(3, 7); i++)
    near.rect(left + random.next() * screen * 0.8, 230 + random.next() * 250, screen * 0.18, 5, light.key, 'fill-opacity="0.35"');
  far.glow(W / 2, 560, 900, 260, light.key, 0.6);
  const lamps = random.between(5, 9);
  for (let i = 0; i < lamps; i++) {
    const x = 120 + (i * (W - 240)) / (lamps - 1);
    near.beam(x, 70, x + random.between(-420, 420), 780, random.between(140, 300), i % 2 ? light.key : light.fill, 0.5);
    near.glow(x, 70, 40, 40, '#ffffff', 0.9);
  }
  near.rect(0, 62, W, 14, light.near);
  near.path(
    `M220 620L1380 620L1500 700L100 700Z`,
    near.ramp([
      [0, light.key, 0.7],
      [1, light.mid],
    ]),
  );
  near.rect(100, 700, 1400, 40, light.near);
  for (let i = 0; i < random.between(1, 4); i++) person(near, 620 + i * random.between(90, 160), 655, 170, light.near, random);
  bokeh(near, 10, [light.key, light.fill], random, { y: 560, height: 200, size: 12 });
  audience(near, 800, 62, '#0000008c', random, 0.2);
  audience(near, 875, 92, light.near, random, 0.35);
}

/** People from behind with lights in their hands. */
export function crowd(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c);
  far.glow(W * (0.25 + random.next() * 0.5), 300, 900, 520, light.key, 0.9);
  for (let i = 0; i < 7; i++)
    near.beam(W * random.next(), -20, W * random.next(), 760, random.between(120, 320), random.pick([light.key, light.fill]), 0.35);
  bokeh(far, 26, [light.key, light.fill, '#ffffff'], random, { y: 120, height: 520, size: 46 });
  for (const [y, size, shade] of [
    [560, 44, 0.35],
    [660, 64, 0.6],
    [770, 92, 0.85],
  ] as const) {
    audience(near, y, size, light.near + Math.round(shade * 255).toString(16), random, 0.35);
    for (let i = 0; i < 7; i++) near.glow(random.next() * W, y - size * 1.4, 30, 30, light.key, 0.9);
  }
  audience(near, 900, 130, light.near, random, 0.3);
  for (let i = 0; i < 70; i++)
    near.add(
      `<rect x="${n(random.next() * W)}" y="${n(random.next() * 700)}" width="12" height="6" fill="${random.pick([light.key, light.fill, '#ffffff'])}" fill-opacity="0.8" transform="rotate(${random.between(0, 90)} 800 300)"/>`,
    );
}

/** Round tables under lamps. */
export function banquet(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 470);
  bokeh(far, 30, [light.key, light.fill], random, { y: 60, height: 330, size: 34 });
  for (let i = 0; i < 3; i++) {
    const x = 260 + i * 540 + random.between(-40, 40);
    near.glow(x, 150, 330, 190, light.key, 0.7);
    for (let k = 0; k < 26; k++) near.ellipse(x + (random.next() - 0.5) * 240, 120 + random.next() * 110, 5, 8, '#fffbe8', 0.85);
    near.rect(x - 2, 0, 4, 110, light.near, 'fill-opacity="0.6"');
  }
  for (const [row, y, size] of [
    [0, 520, 150],
    [1, 640, 230],
    [2, 860, 380],
  ] as const) {
    const count = 4 - row;
    for (let i = 0; i < count + 1; i++) {
      const x = ((i + (row % 2) * 0.5) * W) / count + random.between(-30, 30);
      near.ellipse(x, y + size * 0.5, size * 1.05, size * 0.26, '#000000', 0.28);
      for (let k = 0; k < 7; k++) {
        const at = (k / 7) * Math.PI * 2 + row;
        const chair_y = y + Math.sin(at) * size * 0.34;
        near.rect(
          x + Math.cos(at) * size * 1.02 - size * 0.09,
          chair_y - size * 0.3,
          size * 0.18,
          size * 0.5,
          k < 4 ? light.near : light.mid,
          'rx="8" fill-opacity="0.8"',
        );
      }
      near.path(
        `M${n(x - size * 0.86)} ${n(y)}L${n(x + size * 0.86)} ${n(y)}L${n(x + size * 0.95)} ${n(y + size * 0.55)}Q${n(x)} ${n(y + size * 0.78)} ${n(x - size * 0.95)} ${n(y + size * 0.55)}Z`,
        near.ramp([
          [0, light.key],
          [1, light.mid],
        ]),
        0.95,
      );
      near.ellipse(
        x,
        y,
        size * 0.86,
        size * 0.24,
        near.ramp([
          [0, '#ffffff'],
          [1, light.key],
        ]),
        0.95,
      );
      for (let k = 0; k < 8; k++) {
        const at = (k / 8) * Math.PI * 2;
        near.ellipse(x + Math.cos(at) * size * 0.62, y + Math.sin(at) * size * 0.16, size * 0.1, size * 0.035, '#ffffff');
        near.rect(
          x + Math.cos(at) * size * 0.44,
          y + Math.sin(at) * size * 0.11 - size * 0.1,
          size * 0.025,
          size * 0.1,
          '#ffffff',
          'fill-opacity="0.6"',
        );
      }
      for (let k = 0; k < 14; k++)
        near.ellipse(
          x + (random.next() - 0.5) * size * 0.42,
          y - size * (0.08 + random.next() * 0.3),
          size * 0.075,
          size * 0.07,
          random.pick([light.fill, '#ffffff', light.mid, light.key]),
          0.9,
        );
      near.glow(x, y - size * 0.1, size * 0.5, size * 0.34, light.key, 0.55);
    }
  }
}

/** A talk: screen, speaker and rows of listeners. */
export function seminar(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 640);
  // what is projected stays whole where the picture is cut to its middle
  const left = random.between(300, 420);
  near.rect(
    left,
    130,
    880,
    430,
    near.ramp([
      [0, '#ffffff'],
      [1, light.key],
    ]),
  );
  near.rect(left + 140, 190, 240, 22, light.fill);
  for (let i = 0; i < 4; i++) near.rect(left + 140, 250 + i * 44, random.between(140, 300), 12, light.mid, 'fill-opacity="0.55"');
  for (let i = 0; i < 5; i++) {
    const height = random.between(60, 230);
    near.rect(left + 470 + i * 54, 510 - height, 34, height, i % 2 ? light.fill : light.mid);
  }
  far.glow(left + 440, 380, 800, 420, light.key, 0.8);
  near.glow(left + 440, 600, 700, 90, light.key, 0.5);
  const speaker = left + (random.next() < 0.5 ? -90 : 960);
  person(near, speaker, 690, 270, light.near, random);
  near.path(`M${n(speaker + 40)} 560L${n(speaker + 130)} 560L${n(speaker + 120)} 700L${n(speaker + 50)} 700Z`, light.near);
  audience(near, 740, 50, `${light.near}b0`, random, 0.04);
  audience(near, 810, 74, `${light.near}d8`, random, 0.04);
  audience(near, 900, 112, light.near, random);
}

/** A wall of screens with people before it. */
export function screens(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 700);
  const columns = random.between(4, 6);
  const rows = 3;
  const cell = { width: (W - 160) / columns, height: 560 / rows };
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) {
      const [a, b] = random.some([light.key, light.fill, light.mid, light.far[1], light.far[0]], 2) as [string, string];
      const at = { x: 80 + x * cell.width, y: 90 + y * cell.height };
      near.rect(
        at.x + 5,
        at.y + 5,
        cell.width - 10,
        cell.height - 10,
        near.ramp(
          [
            [0, a],
            [1, b],
          ],
          random.next() < 0.5,
        ),
        'rx="4"',
      );
      if (random.next() < 0.6)
        near.glow(
          at.x + cell.width * random.next(),
          at.y + cell.height * random.next(),
          cell.width * 0.4,
          cell.height * 0.5,
          '#ffffff',
          0.6,
        );
    }
  }
  far.glow(W / 2, 760, 900, 240, light.key, 0.7);
  near.rect(
    0,
    700,
    W,
    300,
    near.ramp([
      [0, light.fill, 0.45],
      [0.5, light.floor[1], 0.9],
      [1, light.near],
    ]),
  );
  for (let i = 0; i < random.between(5, 9); i++) {
    const x = random.between(100, 1500);
    const h = random.between(230, 330);
    const y = 830 + (h - 230) * 0.9;
    near.ellipse(x, y + 4, h * 0.2, 9, '#000000', 0.45);
    person(near, x, y, h, light.near, random);
  }
}

/** One object on a pedestal in a cone of light. */
export function product(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 700);
  const x = W * (0.5 + (random.next() - 0.5) * 0.24);
  far.glow(x, 420, 620, 480, light.key, 0.85);
  near.beam(x, -30, x, 760, 760, light.key, 0.45);
  near.ellipse(x, 838, 430, 72, '#000000', 0.35);
  near.path(
    `M${n(x - 300)} 720L${n(x + 300)} 720L${n(x + 300)} 830Q${n(x)} 900 ${n(x - 300)} 830Z`,
    near.ramp(
      [
        [0, light.near],
        [0.35, light.mid],
        [0.5, light.key],
        [0.65, light.mid],
        [1, light.near],
      ],
      true,
    ),
  );
  near.ellipse(
    x,
    720,
    300,
    56,
    near.ramp([
      [0, light.key],
      [1, light.mid],
    ]),
  );
  const metal = near.ramp(
    [
      [0, light.near],
      [0.2, light.key],
      [0.45, light.mid],
      [0.7, '#ffffff'],
      [1, light.near],
    ],
    true,
  );
  switch (random.between(0, 3)) {
    case 0:
      near.rect(x - 120, 240, 240, 480, metal, 'rx="38"');
      near.rect(
        x - 106,
        256,
        212,
        448,
        near.ramp([
          [0, light.fill],
          [1, light.far[0]],
        ]),
        'rx="28"',
      );
      near.path(`M${n(x - 106)} 620L${n(x + 106)} 330L${n(x + 106)} 420L${n(x - 106)} 704Z`, '#ffffff', 0.18);
      break;
    case 1:
      near.rect(x - 34, 250, 68, 90, metal, 'rx="8"');
      near.path(
        `M${n(x - 50)} 340L${n(x + 50)} 340Q${n(x + 140)} 400 ${n(x + 140)} 500L${n(x + 140)} 690Q${n(x)} 740 ${n(x - 140)} 690L${n(x - 140)} 500Q${n(x - 140)} 400 ${n(x - 50)} 340Z`,
        metal,
      );
      near.rect(x - 90, 520, 180, 110, '#ffffff', 'fill-opacity="0.75"');
      near.rect(x - 60, 560, 120, 8, light.near);
      break;
    case 2:
      near.path(
        `M${n(x - 420)} 700Q${n(x - 430)} 600 ${n(x - 260)} 580Q${n(x - 120)} 450 ${n(x + 60)} 450Q${n(x + 240)} 455 ${n(x + 320)} 580Q${n(x + 440)} 600 ${n(x + 430)} 700Z`,
        metal,
      );
      near.path(`M${n(x - 190)} 575Q${n(x - 90)} 485 ${n(x + 50)} 482Q${n(x + 180)} 486 ${n(x + 240)} 575Z`, light.near, 0.85);
      for (const dx of [-250, 250]) {
        near.ellipse(x + dx, 700, 82, 82, light.near);
        near.ellipse(x + dx, 700, 44, 44, metal);
      }
      near.glow(x - 410, 630, 120, 60, '#ffffff', 1);
      break;
    default:
      near.ellipse(x, 520, 190, 190, metal);
      near.ellipse(
        x,
        520,
        150,
        150,
        near.ramp([
          [0, light.far[0]],
          [1, light.fill],
        ]),
      );
      near.ellipse(x - 50, 460, 60, 36, '#ffffff', 0.5);
      near.rect(x - 60, 690, 120, 34, metal);
  }
  bokeh(near, 14, [light.key, '#ffffff'], random, { y: 100, height: 700, size: 7 });
}
