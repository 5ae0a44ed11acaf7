import { expect, it } from 'vitest';
import { fromMiddle, MAP_HALF, placeFrom, placeMap } from './place-map.ts';

it('draws a place where it lies from the middle of its city', () => {
  const map = placeMap('上海', { lat: 31.2105, lng: 121.438 });
  expect(map).toMatchObject({ city: true, text: '上海市中心西南约 4.0 公里' });
  expect([map.x < 0, map.y > 0]).toEqual([true, true]);
  expect(map.rings.map(({ km }) => km)).toEqual([2, 4, 6]);
});

it.each([
  [31.4, 121.472, '北'],
  [31.231, 121.7, '东'],
  [31.1, 121.3, '西南'],
])('keeps %d, %d inside the drawing and names the wind', (lat, lng, wind) => {
  const map = placeMap('上海', { lat, lng });
  expect(Math.hypot(map.x, map.y)).toBeLessThan(MAP_HALF);
  expect(map.text).toContain(`中心${wind}约`);
});

it('says the coordinates where the city is not known or the place is not in it', () => {
  expect(placeMap('阿拉善盟', { lat: 38.8512, lng: 105.7288 })).toMatchObject({ city: false, x: 0, text: '北纬 38.8512，东经 105.7288' });
  expect(placeMap('上海', { lat: 39.9, lng: 116.4 }).city).toBe(false);
});

it('U10 a pin is where it was put, in whole numbers of metres', () => {
  const { lat, lng } = placeFrom('上海', { east: -3.2, south: 2.3 });
  const back = fromMiddle('上海', { lat: Number(lat), lng: Number(lng) });
  expect([back?.east, back?.south].map((km) => Math.round((km ?? 0) * 10) / 10)).toEqual([-3.2, 2.3]);
  expect(placeMap('上海', { lat: Number(lat), lng: Number(lng) }).text).toMatch(/西南约 3\.9 公里/);
  expect(fromMiddle('阿拉善盟', { lat: 38.8, lng: 105.7 })).toBeNull();
});
