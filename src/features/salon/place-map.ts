/** Middles of cities (WGS 84), rounded: enough to say where in the city a place lies. */
const MIDDLES: Readonly<Record<string, readonly [lat: number, lng: number]>> = {
  北京: [39.906, 116.397],
  天津: [39.085, 117.199],
  上海: [31.231, 121.472],
  重庆: [29.563, 106.551],
  广州: [23.129, 113.264],
  深圳: [22.543, 114.058],
  杭州: [30.274, 120.155],
  南京: [32.06, 118.797],
  苏州: [31.299, 120.585],
  成都: [30.573, 104.067],
  武汉: [30.593, 114.305],
  西安: [34.342, 108.94],
  长沙: [28.228, 112.939],
  郑州: [34.747, 113.625],
  青岛: [36.067, 120.383],
  济南: [36.651, 117.12],
  厦门: [24.48, 118.089],
  福州: [26.075, 119.297],
  宁波: [29.868, 121.544],
  合肥: [31.82, 117.227],
  大连: [38.914, 121.615],
  沈阳: [41.806, 123.432],
  哈尔滨: [45.803, 126.535],
  昆明: [24.88, 102.833],
  南宁: [22.817, 108.366],
  三亚: [18.253, 109.512],
};

export interface PlaceMap {
  /** Where the place lies, in units of the drawing from its middle; east and south are positive. */
  x: number;
  y: number;
  /** Rings around the middle: radius in units, and what it is. */
  rings: Array<{ r: number; km: number }>;
  /** '市中心西南约 4.2 公里'; without a known city the coordinates. */
  text: string;
  /** The middle is a city's. */
  city: boolean;
}

/** Cities whose middle is known, so that a pin can be set in them. */
export const hasMiddle = (city: string): boolean => city in MIDDLES;

/** Half the side of the drawing. */
export const MAP_HALF = 100;
const KM_A_DEGREE = 111.32;
const WINDS = ['东', '东南', '南', '西南', '西', '西北', '北', '东北'] as const;

/** A drawing of where a place lies from the middle of its city; far away or in an unknown city the place is the middle itself. */
export function placeMap(city: string, { lat, lng }: { lat: number; lng: number }): PlaceMap {
  const middle = MIDDLES[city];
  const { east: east_km, south: south_km } = fromMiddle(city, { lat, lng }) ?? { east: 0, south: 0 };
  const far_km = Math.hypot(east_km, south_km);
  if (!middle || far_km > 80) {
    return {
      x: 0,
      y: 0,
      city: false,
      rings: [1, 2, 3].map((km) => ({ r: km * 30, km })),
      text: `北纬 ${lat.toFixed(4)}，东经 ${lng.toFixed(4)}`,
    };
  }
  const step = [2, 5, 10, 20, 30].find((km) => far_km <= km * 2.6) ?? 30;
  const unit = 90 / (step * 3);
  const wind = WINDS[Math.round(((Math.atan2(south_km, east_km) * 180) / Math.PI + 360) / 45) % 8];
  const round = (n: number) => Math.round(n * 10) / 10;
  return {
    ...{ x: round(east_km * unit), y: round(south_km * unit), city: true },
    rings: [1, 2, 3].map((n) => ({ r: round(step * n * unit), km: step * n })),
    text: far_km < 0.5 ? `${city}市中心` : `${city}市中心${wind}约 ${far_km < 10 ? far_km.toFixed(1) : Math.round(far_km)} 公里`,
  };
}

const kmAcross = (lat: number): number => KM_A_DEGREE * Math.cos((lat * Math.PI) / 180);

/** Where a place lies from the middle of its city, km; null: the city's middle is not known. */
export function fromMiddle(city: string, { lat, lng }: { lat: number; lng: number }): { east: number; south: number } | null {
  const middle = MIDDLES[city];
  return middle ? { east: (lng - middle[1]) * kmAcross(middle[0]), south: (middle[0] - lat) * KM_A_DEGREE } : null;
}

/** The place there, as the form has it. */
export function placeFrom(city: string, { east, south }: { east: number; south: number }): { lat: string; lng: string } {
  const [lat, lng] = MIDDLES[city] ?? [0, 0];
  return { lat: (lat - south / KM_A_DEGREE).toFixed(4), lng: (lng + east / kmAcross(lat)).toFixed(4) };
}
