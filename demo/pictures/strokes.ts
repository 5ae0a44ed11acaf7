import type { Random } from '../random.ts';

/** Pictures are composed in these units; the farthest layer is drawn small and blurred, the nearest as it is. */
export const FRAME = { width: 1_600, height: 1_000 } as const;

export const n = (value: number) => String(Math.round(value * 10) / 10);

/** Definitions of one layer; names are made unique when the picture is placed. */
export class Layer {
  private defs = '';
  private body = '';
  private count = 0;
  private readonly name: string;
  constructor(name: string) {
    this.name = name;
  }

  add(svg: string): void {
    this.body += svg;
  }

  rect(x: number, y: number, width: number, height: number, fill: string, more = ''): void {
    this.add(`<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`);
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): void {
    this.add(`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" fill-opacity="${n(opacity * 100)}%"/>`);
  }

  path(d: string, fill: string, opacity = 1): void {
    this.add(`<path d="${d}" fill="${fill}" fill-opacity="${n(opacity * 100)}%"/>`);
  }

  /** From top to bottom, or from left to right. @returns what `fill` takes */
  ramp(stops: ReadonlyArray<readonly [offset: number, colour: string, opacity?: number]>, across = false): string {
    const id = `@${this.name}${this.count++}`;
    const inner = stops.map(([at, colour, opacity = 1]) => `<stop offset="${n(at)}" stop-color="${colour}" stop-opacity="${opacity}"/>`);
    this.defs += `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${inner.join('')}</linearGradient>`;
    return `url(#${id})`;
  }

  /** A light that fades to all sides. */
  glow(x: number, y: number, rx: number, ry: number, colour: string, opacity = 1): void {
    const id = `@${this.name}${this.count++}`;
    this.defs += `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="0.45" stop-color="${colour}" stop-opacity="${opacity * 0.35}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
    this.ellipse(x, y, rx, ry, `url(#${id})`);
  }

  /** A cone of light from a lamp to where it falls. */
  beam(x: number, y: number, to_x: number, to_y: number, width: number, colour: string, opacity: number): void {
    const fill = this.ramp([
      [0, colour, opacity],
      [0.6, colour, opacity * 0.35],
      [1, colour, 0],
    ]);
    this.path(`M${n(x - 6)} ${n(y)}L${n(x + 6)} ${n(y)}L${n(to_x + width / 2)} ${n(to_y)}L${n(to_x - width / 2)} ${n(to_y)}Z`, fill);
  }

  svg(): string {
    return `<defs>${this.defs}</defs>${this.body}`;
  }
}

/** A person standing at (x, y), `height` tall, as a silhouette. */
export function person(layer: Layer, x: number, y: number, height: number, colour: string, random: Random): void {
  const h = height;
  const head = h * 0.065;
  const shoulder = h * (0.105 + random.next() * 0.02);
  const lean = (random.next() - 0.5) * h * 0.05;
  const top = y - h;
  const skirt = random.next() < 0.35;
  layer.ellipse(x + lean, top + head, head * 0.86, head, colour);
  const neck = top + head * 2.1;
  const hip = y - h * 0.48;
  const torso = `M${n(x + lean - shoulder)} ${n(neck + h * 0.04)}Q${n(x + lean)} ${n(neck - h * 0.03)} ${n(x + lean + shoulder)} ${n(neck + h * 0.04)}L${n(x + shoulder * 0.8)} ${n(hip)}L${n(x - shoulder * 0.8)} ${n(hip)}Z`;
  layer.path(torso, colour);
  if (skirt)
    layer.path(
      `M${n(x - shoulder * 0.75)} ${n(hip - 2)}L${n(x + shoulder * 0.75)} ${n(hip - 2)}L${n(x + shoulder * 1.4)} ${n(y - h * 0.16)}L${n(x - shoulder * 1.4)} ${n(y - h * 0.16)}Z`,
      colour,
    );
  const stride = h * (0.02 + random.next() * 0.06);
  const leg = (dx: number) =>
    layer.path(
      `M${n(x + dx * 0.2 - h * 0.035)} ${n(hip - 3)}L${n(x + dx * 0.2 + h * 0.045)} ${n(hip - 3)}L${n(x + dx + h * 0.022)} ${n(y)}L${n(x + dx - h * 0.026)} ${n(y)}Z`,
      colour,
    );
  leg(-stride);
  leg(stride);
  const arm = (side: number) => {
    const from = x + lean + side * shoulder * 0.9;
    layer.path(
      `M${n(from)} ${n(neck + h * 0.03)}L${n(from + side * h * 0.035)} ${n(neck + h * 0.06)}L${n(from + side * h * 0.05)} ${n(hip + h * 0.02)}L${n(from + side * h * 0.015)} ${n(hip)}Z`,
      colour,
    );
  };
  arm(-1);
  arm(1);
}

/** Heads and shoulders of people who look away from us, from left to right. */
export function audience(layer: Layer, y: number, size: number, colour: string, random: Random, arms = 0): void {
  for (let x = -size; x < FRAME.width + size; x += size * (1.05 + random.next() * 0.7)) {
    const s = size * (0.85 + random.next() * 0.3);
    const top = y + (random.next() - 0.5) * size * 0.5;
    layer.ellipse(x, top, s * 0.34, s * 0.42, colour);
    layer.path(
      `M${n(x - s * 0.95)} ${n(top + s * 2.2)}Q${n(x - s * 0.9)} ${n(top + s * 0.55)} ${n(x - s * 0.2)} ${n(top + s * 0.42)}L${n(x + s * 0.2)} ${n(top + s * 0.42)}Q${n(x + s * 0.9)} ${n(top + s * 0.55)} ${n(x + s * 0.95)} ${n(top + s * 2.2)}Z`,
      colour,
    );
    if (random.next() < arms) {
      const side = random.next() < 0.5 ? -1 : 1;
      const hand = x + side * s * (0.7 + random.next() * 0.4);
      layer.path(
        `M${n(x + side * s * 0.55)} ${n(top + s * 0.9)}L${n(x + side * s * 0.85)} ${n(top + s * 0.9)}L${n(hand + s * 0.11)} ${n(top - s * 1.1)}L${n(hand - s * 0.11)} ${n(top - s * 1.1)}Z`,
        colour,
      );
      layer.ellipse(hand, top - s * 1.2, s * 0.15, s * 0.18, colour);
    }
  }
  layer.rect(0, y + size * 1.6, FRAME.width, FRAME.height, colour);
}

/** Lights out of focus. */
export function bokeh(
  layer: Layer,
  count: number,
  colours: readonly string[],
  random: Random,
  box: { y: number; height: number; size: number },
): void {
  for (let i = 0; i < count; i++) {
    const r = box.size * (0.3 + random.next());
    const x = random.next() * FRAME.width;
    const y = box.y + random.next() * box.height;
    const colour = random.pick(colours);
    layer.ellipse(x, y, r, r, colour, 0.1 + random.next() * 0.35);
    layer.glow(x, y, r * 1.5, r * 1.5, colour, 0.25);
  }
}

/** Round leaves of a tree or a bush, lighter towards the top. */
export function foliage(
  layer: Layer,
  x: number,
  y: number,
  size: number,
  colours: readonly [dark: string, light: string],
  random: Random,
): void {
  for (let i = 0; i < 18; i++) {
    const angle = random.next() * Math.PI * 2;
    const far = random.next() ** 0.6 * size;
    const up = -Math.sin(angle) * far * 0.7;
    layer.ellipse(
      x + Math.cos(angle) * far,
      y + up,
      size * (0.2 + random.next() * 0.2),
      size * (0.16 + random.next() * 0.16),
      up < 0 ? colours[1] : colours[0],
      0.75,
    );
  }
}

/** A flower seen from the front. */
export function flower(
  layer: Layer,
  x: number,
  y: number,
  r: number,
  colours: readonly [petal: string, shade: string, heart: string],
  random: Random,
): void {
  const petals = random.between(5, 8);
  const turn = random.next() * 360;
  for (const [ring, size, colour] of [
    [r, 0.62, colours[1]],
    [r * 0.72, 0.5, colours[0]],
  ] as const) {
    for (let i = 0; i < petals; i++) {
      const angle = turn + (360 / petals) * i + ring;
      layer.add(
        `<ellipse cx="${n(x + ring * 0.55)}" cy="${n(y)}" rx="${n(ring * 0.55)}" ry="${n(ring * size * 0.6)}" fill="${colour}" fill-opacity="0.92" transform="rotate(${n(angle)} ${n(x)} ${n(y)})"/>`,
      );
    }
  }
  layer.ellipse(x, y, r * 0.2, r * 0.2, colours[2]);
}
