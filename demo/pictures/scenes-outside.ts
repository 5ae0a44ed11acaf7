import type { Canvas } from './scenes-hall.ts';
import { wall } from './scenes-hall.ts';
import { bokeh, FRAME, flower, foliage, n, person } from './strokes.ts';

const { width: W, height: H } = FRAME;

/** Nothing but lights out of focus and glasses before them. */
export function lights(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 760);
  bokeh(far, 60, [light.key, light.fill, '#ffffff', light.far[1]], random, { y: 40, height: 640, size: 62 });
  far.glow(W * random.next(), 760, 900, 200, light.key, 0.6);
  near.rect(
    0,
    800,
    W,
    200,
    near.ramp([
      [0, light.mid],
      [1, light.near],
    ]),
  );
  const glasses = random.between(2, 5);
  for (let i = 0; i < glasses; i++) {
    const x = 300 + i * (1_100 / glasses) + random.between(-40, 40);
    const s = random.between(80, 120) / 100;
    near.ellipse(x, 884, 92 * s, 16, '#000000', 0.35);
    near.path(
      `M${n(x - 74 * s)} ${n(880 - 420 * s)}Q${n(x - 92 * s)} ${n(880 - 170 * s)} ${n(x - 9)} ${n(880 - 150 * s)}L${n(x - 8)} 868Q${n(x - 60)} 874 ${n(x - 74)} 884L${n(x + 74)} 884Q${n(x + 60)} 874 ${n(x + 8)} 868L${n(x + 9)} ${n(880 - 150 * s)}Q${n(x + 92 * s)} ${n(880 - 170 * s)} ${n(x + 74 * s)} ${n(880 - 420 * s)}Z`,
      near.ramp(
        [
          [0, '#ffffff', 0.5],
          [0.3, '#ffffff', 0.12],
          [0.7, light.key, 0.2],
          [1, '#ffffff', 0.55],
        ],
        true,
      ),
    );
    near.path(
      `M${n(x - 82 * s)} ${n(880 - 300 * s)}Q${n(x - 86 * s)} ${n(880 - 180 * s)} ${n(x)} ${n(880 - 160 * s)}Q${n(x + 86 * s)} ${n(880 - 180 * s)} ${n(x + 82 * s)} ${n(880 - 300 * s)}Z`,
      light.fill,
      0.6,
    );
    near.glow(x - 30 * s, 880 - 330 * s, 34, 70, '#ffffff', 0.9);
  }
}

/** Strings of lights over people who look on. */
export function evening(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 700);
  bokeh(far, 34, [light.key, light.fill, '#ffffff'], random, { y: 60, height: 420, size: 30 });
  far.glow(W * (0.3 + random.next() * 0.4), 700, 800, 260, light.key, 0.7);
  for (let line = 0; line < 3; line++) {
    const [top, sag] = [90 + line * 70, 90 + random.next() * 80];
    for (let i = 0; i <= 18; i++) {
      const at = i / 18;
      near.ellipse(at * W, top + sag * 4 * at * (1 - at), 9, 11, light.key, 0.95);
    }
  }
  near.rect(
    0,
    820,
    W,
    180,
    near.ramp([
      [0, light.mid],
      [1, light.near],
    ]),
  );
  // in twos and threes, cut by the lower edge
  for (let x = random.between(60, 160); x < W - 60; ) {
    const together = random.between(1, 3);
    for (let i = 0; i < together; i++) {
      person(near, x, 1_020, random.between(330, 420), light.near, random);
      x += random.between(78, 104);
    }
    x += random.between(90, 220);
  }
}

/** A lawn with an arch of flowers and chairs. */
export function lawn(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 520);
  far.glow(W * (0.2 + random.next() * 0.6), 160, 520, 330, light.key, 0.95);
  for (let i = 0; i < 14; i++)
    foliage(
      far,
      i * 125 + random.between(-30, 30),
      430 + random.between(-60, 40),
      random.between(110, 190),
      [light.mid, light.floor[0]],
      random,
    );
  near.rect(
    0,
    560,
    W,
    440,
    near.ramp([
      [0, light.floor[0], 0.2],
      [0.4, light.floor[0], 0.9],
      [1, light.floor[1]],
    ]),
  );
  const x = W * (0.5 + (random.next() - 0.5) * 0.2);
  near.path(`M${n(x - 70)} 640L${n(x + 70)} 640L${n(x + 420)} 1000L${n(x - 420)} 1000Z`, '#fffaf2', 0.85);
  const round = random.next() < 0.6;
  const arch = Array.from({ length: 64 }, (_, i) => {
    const t = i / 63;
    if (round) return [x - Math.cos(t * Math.PI) * 210, 640 - Math.sin(t * Math.PI) * 380] as const;
    if (t < 0.33) return [x - 210, 640 - (t / 0.33) * 360] as const;
    return t < 0.67 ? ([x - 210 + ((t - 0.33) / 0.34) * 420, 280] as const) : ([x + 210, 280 + ((t - 0.67) / 0.33) * 360] as const);
  });
  near.add(
    `<polyline points="${arch.map(([a, b]) => `${n(a)},${n(b)}`).join(' ')}" fill="none" stroke="${light.near}" stroke-width="9" stroke-opacity="0.7"/>`,
  );
  for (const [index, [ax, ay]] of arch.entries()) {
    if (random.next() < 0.25) continue;
    foliage(near, ax, ay, 26, [light.mid, light.floor[1]], random);
    if (index % 2)
      flower(
        near,
        ax + random.between(-16, 16),
        ay + random.between(-16, 16),
        random.between(16, 30),
        [random.pick(['#ffffff', light.fill, '#fde7e9']), light.fill, light.key],
        random,
      );
  }
  for (let row = 0; row < 4; row++) {
    const y = 700 + row * 84;
    const size = 46 + row * 16;
    for (const side of [-1, 1]) {
      for (let i = 0; i < 5; i++) {
        const at = x + side * (180 + row * 74 + i * size * 1.5);
        near.ellipse(at, y + size * 0.98, size * 0.6, size * 0.12, '#000000', 0.22);
        near.rect(at - size * 0.42, y - size * 0.6, size * 0.84, size * 0.9, '#fffdf8', `rx="${n(size * 0.14)}"`);
        near.rect(at - size * 0.46, y + size * 0.24, size * 0.92, size * 0.18, '#e9e0d2', 'rx="5"');
        for (const leg of [-0.4, 0.34]) near.rect(at + size * leg, y + size * 0.4, size * 0.07, size * 0.56, '#d8ccba');
      }
    }
  }
  person(near, x - 32, 650, 210, light.near, random);
  person(near, x + 34, 650, 196, '#ffffff', random);
}

/** Ridges in haze, and people who walk on the nearest. */
export function mountains(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c);
  const sun = W * (0.2 + random.next() * 0.6);
  far.glow(sun, 330, 560, 400, light.key, 1);
  near.ellipse(sun, 330, 54, 54, light.key, 0.85);
  const ridge = (y: number, rough: number) => {
    let at = y;
    let d = `M0 ${H}L0 ${n(at)}`;
    for (let x = 0; x <= W; x += 40) {
      at += (random.next() - 0.5) * rough;
      at += (y - at) * 0.06;
      d += `L${x} ${n(at)}`;
    }
    return `${d}L${W} ${H}Z`;
  };
  for (let i = 0; i < 5; i++) {
    const y = 380 + i * 95;
    near.path(
      ridge(y, 130 - i * 12),
      near.ramp([
        [0, i < 2 ? light.far[1] : light.mid],
        [1, i < 3 ? light.far[1] : light.mid],
      ]),
      0.35 + i * 0.14,
    );
  }
  near.path(`M0 ${H}L0 ${n(860)}Q${W * 0.3} ${n(760)} ${W * 0.62} ${n(800)}T${W} 720L${W} ${H}Z`, light.near);
  const walkers = random.between(4, 8);
  for (let i = 0; i < walkers; i++) {
    const x = 330 + i * 96 + random.between(-14, 14);
    const y = 806 - Math.sin((x / W) * 3) * 14;
    person(near, x, y + 8, 150, light.near, random);
    near.rect(x - 22, y - 118, 20, 46, light.near, 'rx="7"');
    near.rect(x + 26, y - 90, 3, 96, light.near);
  }
  if (random.next() < 0.6) {
    const x = random.between(1_040, 1_300);
    near.path(
      `M${x} 640L${x + 150} 780L${x - 150} 800Z`,
      near.ramp([
        [0, light.fill],
        [1, light.key],
      ]),
    );
    near.path(`M${x} 640L${x + 30} 790L${x - 40} 794Z`, light.near, 0.85);
    near.glow(x, 760, 220, 110, light.key, 0.6);
  }
}

/** A skyline with lit windows, mirrored in water. */
export function city(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 700);
  far.glow(W * random.next(), 640, 900, 420, light.fill, 0.7);
  bokeh(far, 24, [light.key, light.fill], random, { y: 420, height: 240, size: 30 });
  for (const [depth, colour] of [
    [0, light.mid],
    [1, light.near],
  ] as const) {
    for (let x = -40; x < W; ) {
      const width = random.between(60, 150);
      const height = random.between(140, depth ? 330 : 520);
      near.rect(x, 700 - height, width, height, colour, `fill-opacity="${depth ? 1 : 0.75}"`);
      if (random.next() < 0.3) near.rect(x + width / 2 - 3, 640 - height, 6, 70, colour);
      for (let wx = x + 10; wx < x + width - 12; wx += 18)
        for (let wy = 716 - height; wy < 690; wy += 24)
          if (random.next() < 0.34) near.rect(wx, wy, 9, 12, light.key, `fill-opacity="${n(0.35 + random.next() * 0.6)}"`);
      x += width + random.between(-10, 26);
    }
  }
  near.rect(
    0,
    700,
    W,
    300,
    near.ramp([
      [0, light.mid],
      [1, light.near],
    ]),
  );
  for (let i = 0; i < 90; i++)
    near.rect(
      random.next() * W,
      712 + random.next() ** 1.6 * 270,
      random.between(30, 150),
      4,
      random.pick([light.key, light.fill]),
      `fill-opacity="${n(0.1 + random.next() * 0.4)}"`,
    );
  for (let i = 0; i < 5; i++) near.beam(random.next() * W, 690, random.next() * W, 0, 90, light.fill, 0.22);
}

/** A wall of flowers, the nearest sharp. */
export function floral(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c);
  const petals = [light.fill, '#ffffff', light.key, light.far[1], '#fbd5dc'];
  for (let i = 0; i < 46; i++)
    flower(far, random.next() * W, random.next() * H, random.between(50, 120), [random.pick(petals), light.mid, light.key], random);
  for (let i = 0; i < 12; i++) foliage(far, random.next() * W, random.next() * H, 90, [light.mid, light.floor[1]], random);
  for (let i = 0; i < 44; i++) {
    const x = random.next() * W;
    const y = H - random.next() ** 1.5 * H * (0.35 + Math.abs(x / W - 0.5) * 1.25);
    if (i % 3 === 0) foliage(near, x, y, random.between(40, 80), [light.mid, light.floor[1]], random);
    const petal = random.pick(petals);
    flower(near, x, y, random.between(34, 92), [petal, random.pick([light.fill, light.mid, petal]), light.key], random);
  }
  near.glow(W * random.next(), 120, 900, 420, light.key, 0.5);
}

/** Stalls under strings of lamps. */
export function market(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 640);
  bokeh(far, 34, [light.key, light.fill], random, { y: 180, height: 380, size: 36 });
  for (let row = 0; row < 4; row++) {
    const y = 60 + row * 62;
    near.add(
      `<path d="M0 ${y}Q400 ${y + 110} 800 ${y + 30}T1600 ${y + 10}" fill="none" stroke="${light.near}" stroke-width="3" stroke-opacity="0.6"/>`,
    );
    for (let x = 30; x < W; x += 64) {
      const at = y + 62 * Math.sin((x / 800) * Math.PI) ** 2 + 26;
      near.glow(x, at, 34, 34, light.key, 0.95);
      near.ellipse(x, at, 7, 8, '#fffbe6');
    }
  }
  const stalls = random.between(3, 5);
  for (let i = 0; i < stalls; i++) {
    const width = W / stalls - 30;
    const x = i * (W / stalls) + 15;
    const colour = random.pick([light.fill, light.mid, light.key]);
    near.rect(
      x + 14,
      420,
      width - 28,
      250,
      near.ramp([
        [0, light.near],
        [1, light.mid],
      ]),
    );
    near.glow(x + width / 2, 500, width * 0.5, 130, light.key, 0.8);
    for (let k = 0; k < 9; k++)
      near.rect(
        x + 30 + k * ((width - 70) / 9),
        570 - random.between(10, 60),
        (width - 90) / 12,
        70,
        random.pick([light.fill, '#ffffff', light.key, light.mid]),
        'rx="5" fill-opacity="0.9"',
      );
    for (let k = 0; k < 8; k++)
      near.path(
        `M${n(x + (k * width) / 8)} 380L${n(x + ((k + 1) * width) / 8)} 380L${n(x + ((k + 1) * width) / 8)} 450Q${n(x + ((k + 0.5) * width) / 8)} 484 ${n(x + (k * width) / 8)} 450Z`,
        k % 2 ? '#fff6e6' : colour,
      );
    near.rect(
      x,
      610,
      width,
      90,
      near.ramp([
        [0, light.mid],
        [1, light.near],
      ]),
    );
  }
  near.rect(
    0,
    700,
    W,
    300,
    near.ramp([
      [0, light.floor[0]],
      [1, light.floor[1]],
    ]),
  );
  near.glow(W / 2, 720, 900, 90, light.key, 0.4);
  for (let i = 0; i < random.between(8, 13); i++) {
    const h = random.between(220, 360);
    const x = random.next() * W;
    const y = 760 + (h - 220) * 1.4;
    near.ellipse(x, y, h * 0.18, 8, '#000000', 0.35);
    person(near, x, y, h, light.near, random);
  }
}

/** A stand of an exhibition with plinths and visitors. */
export function booth(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 620);
  for (let i = 0; i < 9; i++) far.rect(i * 190, 40, 120, 16, '#ffffff', 'fill-opacity="0.9"');
  bokeh(far, 12, ['#ffffff', light.key], random, { y: 40, height: 160, size: 40 });
  const x = random.between(330, 470);
  near.path(
    `M${x} 210L${x + 620} 210L${x + 620} 690L${x} 690Z`,
    near.ramp([
      [0, '#ffffff'],
      [1, light.far[1]],
    ]),
  );
  near.path(
    `M${x + 620} 210L${x + 940} 290L${x + 940} 760L${x + 620} 690Z`,
    near.ramp(
      [
        [0, light.mid],
        [1, light.fill],
      ],
      true,
    ),
  );
  near.path(`M${x - 150} 250L${x} 210L${x} 690L${x - 150} 770Z`, light.fill, 0.9);
  near.path(`M${x - 170} 190L${x + 620} 140L${x + 960} 230L${x + 960} 290L${x + 620} 210L${x - 170} 255Z`, light.near);
  near.rect(
    x + 60,
    270,
    300,
    190,
    near.ramp([
      [0, light.far[0]],
      [1, light.fill],
    ]),
    'rx="6"',
  );
  near.glow(x + 210, 365, 150, 90, '#ffffff', 0.55);
  for (let i = 0; i < 3; i++) near.rect(x + 410, 290 + i * 52, 150 - i * 30, 14, light.mid, 'fill-opacity="0.7"');
  near.path(
    `M0 690L${x - 150} 770L${x + 620} 690L${x + 940} 760L${W} 720L${W} ${H}L0 ${H}Z`,
    near.ramp([
      [0, light.floor[0]],
      [1, light.floor[1]],
    ]),
  );
  for (let i = 0; i < 4; i++) {
    const at = x + 20 + i * 190;
    near.ellipse(at + 50, 800, 74, 14, '#000000', 0.3);
    near.rect(
      at,
      650,
      100,
      150,
      near.ramp(
        [
          [0, '#ffffff'],
          [1, light.mid],
        ],
        true,
      ),
    );
    near.ellipse(at + 50, 650, 50, 13, '#ffffff');
    near.rect(at + 26, 590, 48, 56, random.pick([light.fill, light.key, light.near]), 'rx="10"');
    near.beam(at + 50, 232, at + 50, 660, 150, light.key, 0.55);
  }
  for (let i = 0; i < random.between(4, 7); i++) {
    const h = random.between(260, 360);
    const at = random.next() < 0.5 ? random.between(40, 320) : random.between(1_150, 1_560);
    const y = 820 + (h - 260) * 1.2;
    near.ellipse(at, y, h * 0.2, 9, '#000000', 0.3);
    person(near, at, y, h, light.near, random);
  }
}

/** Folds of paper and light: for templates, and where nothing is to be seen. */
export function folds(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c);
  far.glow(W * random.next(), H * random.next(), 900, 600, light.key, 0.8);
  const count = random.between(5, 8);
  for (let i = 0; i < count; i++) {
    const y = (i / count) * H * 1.1 - 40;
    const [a, b, d] = [random.between(-240, 240), random.between(-240, 240), random.between(-160, 160)];
    near.path(
      `M0 ${n(y + 30)}C${W * 0.3} ${n(y + a)} ${W * 0.6} ${n(y + b)} ${W} ${n(y + d)}L${W} ${H}L0 ${H}Z`,
      near.ramp([
        [0, random.pick([light.key, light.fill, light.far[1]]), 0.75],
        [0.3, random.pick([light.mid, light.far[0], light.fill]), 0.7],
        [1, light.far[0], 0.35],
      ]),
      0.7,
    );
  }
}

/** A front with a ribbon, before the doors open. */
export function opening(c: Canvas): void {
  const { far, near, light, random } = c;
  wall(c, 660);
  far.rect(
    120,
    60,
    1_360,
    620,
    far.ramp([
      [0, light.mid],
      [1, light.far[1]],
    ]),
  );
  near.rect(
    200,
    120,
    1_200,
    90,
    near.ramp([
      [0, light.fill],
      [1, light.mid],
    ]),
  );
  near.glow(800, 165, 520, 90, light.key, 0.9);
  for (let i = 0; i < 6; i++) {
    near.rect(
      230 + i * 195,
      240,
      165,
      430,
      near.ramp([
        [0, light.key, 0.85],
        [1, light.far[0], 0.7],
      ]),
      'rx="4"',
    );
    near.rect(230 + i * 195, 240, 165, 430, 'none', `stroke="${light.near}" stroke-width="6"`);
    near.glow(312 + i * 195, 460, 90, 150, light.key, 0.7);
  }
  near.rect(
    0,
    670,
    W,
    330,
    near.ramp([
      [0, light.floor[0]],
      [1, light.floor[1]],
    ]),
  );
  near.path(`M560 670L1040 670L1240 1000L360 1000Z`, light.fill, 0.85);
  const guests = random.between(5, 8);
  for (let i = 0; i < guests; i++)
    person(near, 300 + (i * 1_000) / (guests - 1), 830 + random.between(-8, 12), random.between(270, 310), light.near, random);
  near.add(
    `<path d="M120 690Q800 770 1480 690" fill="none" stroke="${light.fill}" stroke-width="24"/><path d="M120 684Q800 764 1480 684" fill="none" stroke="#ffffff" stroke-width="4" stroke-opacity="0.5"/>`,
  );
  for (const x of [400, 800, 1_200]) flower(near, x, 728, 52, [light.fill, light.mid, light.key], random);
  for (let i = 0; i < 90; i++)
    near.add(
      `<rect x="${n(random.next() * W)}" y="${n(random.next() * 760)}" width="14" height="7" fill="${random.pick([light.key, light.fill, '#ffffff'])}" fill-opacity="0.9" transform="rotate(${random.between(0, 60)} 800 500)"/>`,
    );
}
