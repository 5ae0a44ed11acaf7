import { REGIONS } from '#contract/regions.ts';

/** Names that are words of something else as well: 来宾 are guests. */
const OTHERWISE = new Set(['来宾']);
const SUFFIX = /(?:(?:壮族|回族|维吾尔)?自治区|特别行政区|省|市|盟|地区)$/;

/** Provinces and cities as people write them, with and without 省 or 市. Prefectures of peoples have short names in the list of the trade. */
export function cityWords(): string[] {
  const names = REGIONS.flatMap(({ name, cities }) => [name, ...cities.map((city) => city.name)]).filter(
    (name) => !name.endsWith('自治州'),
  );
  return [...new Set(names.flatMap((name) => [name, name.replace(SUFFIX, '')]))].filter(
    (name) => [...name].length > 1 && !OTHERWISE.has(name),
  );
}
