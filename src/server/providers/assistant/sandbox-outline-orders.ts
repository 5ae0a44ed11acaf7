import type { ResultOf } from '#contract/assistant-results.ts';
import { additionOf, changedRows, NAME, OrderFault, oneOf, type RowKind, TO } from './sandbox-order-words.ts';

type Outline = ResultOf<'outline'>;
type Section = Outline['sections'][number];

const NUMBERED = /^[一二三四五六七八九十]{1,3}、/u;
const ADDS_CHAPTER = new RegExp(
  `^(?:(?:在)?${NAME}(?:之)?(前|后)面?)?(?:再)?(?:加|增加|新增|添加|插入)(?:一?个?章节?|一?个?部分|一?节|一个)[:： ]?(\\S.{0,39}?)(?:[ ，]?(?:放|排)?在${NAME}(?:之)?(前|后)面?)?$`,
  'u',
);
const POINT = '(第(?:\\d{1,2}|[一二三四五六七八九十]{1,3})[条点])';
const SETS_POINT = new RegExp(`^${NAME}的?${POINT}${TO}[:： ]?(\\S.{0,199})$`, 'u');
const DROPS_POINT = [
  new RegExp(`^(?:删掉|删除|去掉|不要)${NAME}的?${POINT}$`, 'u'),
  new RegExp(`^${NAME}的?${POINT}(?:删掉|删除|去掉|不要了?)$`, 'u'),
];
const RENAMES = new RegExp(`^${NAME}(?:的?(?:标题|名称|名字))?(?:改名[为成]|改成|改为|换成|叫)(\\S.{0,39})$`, 'u');
const GONE = /^(?:删掉|删除|去掉|不要|取消)(\S.{0,199})$/u;
const PEOPLE = /^(?:人数|规模|参加人数)(?:改成|改为|调到|增加到|减到|是|为) ?(\d{1,6}) ?(?:个人|[人位])?$/u;
const SAID_PEOPLE = /\d{1,6}(?= [人位])/g;
const DIGITS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const POINTS_MOST = 12;
/** Of a chapter that has no words yet. */
const OPEN = '（内容待补）';

const inWords = (n: number): string => (n < 10 ? `${DIGITS[n]}` : `${n < 20 ? '' : DIGITS[Math.floor(n / 10)]}十${DIGITS[n % 10]}`);

/** Numbers before headings go on without a gap; headings without one have none. */
function renumbered(outline: Outline, sections: readonly Section[]): Outline {
  let n = 0;
  const made = sections.map((one) =>
    NUMBERED.test(one.heading) ? { ...one, heading: one.heading.replace(NUMBERED, `${inWords(++n)}、`) } : one,
  );
  return { ...outline, sections: made };
}

const NAMES: ReadonlyArray<(section: Section) => string> = [({ heading }) => heading.replace(NUMBERED, ''), ({ heading }) => heading];

/** An outline after one order; null: it is none. @throws OrderFault */
export function changedOutline(given: Outline, order: string): Outline | null {
  const outline = { ...given, sections: given.sections.map((one) => (one.points.length > 0 ? one : { ...one, points: [OPEN] })) };
  const { sections } = outline;
  const has_numbers = sections.some(({ heading }) => NUMBERED.test(heading));
  const sectionOf = (name: string) => oneOf(sections, name, NAMES);
  const put = (section: Section, other: Section) =>
    renumbered(
      outline,
      sections.map((one) => (one === section ? other : one)),
    );
  const [, before, first_side, chapter, behind, last_side] = ADDS_CHAPTER.exec(order) ?? [];
  if (chapter !== undefined && !/[条点]$/.test(before ?? '')) {
    const anchor = before ?? behind;
    const numbered = has_numbers ? sections.findLastIndex(({ heading }) => NUMBERED.test(heading)) + 1 : sections.length;
    const at = anchor === undefined ? numbered : sections.indexOf(sectionOf(anchor)) + (/后/.test(first_side ?? last_side ?? '') ? 1 : 0);
    return renumbered(outline, sections.toSpliced(at, 0, { heading: has_numbers ? `一、${chapter}` : chapter, points: [OPEN] }));
  }
  const [, people] = PEOPLE.exec(order) ?? [];
  const said = SAID_PEOPLE.exec(outline.lead)?.[0];
  SAID_PEOPLE.lastIndex = 0;
  if (people !== undefined && said !== undefined) {
    const other = (text: string) => text.replace(SAID_PEOPLE, (number) => (number === said ? people : number));
    return { ...outline, lead: other(outline.lead), sections: sections.map((one) => ({ ...one, points: one.points.map(other) })) };
  }
  const pointOf = (name: string, place: string) => {
    const section = sectionOf(name);
    return { section, point: oneOf(section.points, place.replace('点', '条'), []) };
  };
  const [, of_point, place = '', text = ''] = SETS_POINT.exec(order) ?? [];
  if (of_point !== undefined) {
    const { section, point } = pointOf(of_point, place);
    return put(section, { ...section, points: section.points.map((one) => (one === point ? text : one)) });
  }
  const [, dropped_of, dropped = ''] = DROPS_POINT.map((one) => one.exec(order)).find(Boolean) ?? [];
  const without = (section: Section, point: string) => {
    const left = section.points.filter((one) => one !== point);
    return put(section, { ...section, points: left.length > 0 ? left : [OPEN] });
  };
  if (dropped_of !== undefined) {
    const { section, point } = pointOf(dropped_of, dropped);
    return without(section, point);
  }
  const gone = GONE.exec(order)?.[1] ?? '';
  const holding = gone === '' ? [] : sections.filter((one) => one.points.includes(gone));
  if (holding.length === 1 && holding[0]) return without(holding[0], gone);
  const kind: RowKind<Section> = { rows: sections, names: NAMES, least: '一章', cells: [] };
  const addition = additionOf(order, kind);
  if (addition?.at !== undefined && addition.where === 'in') {
    const section = sectionOf(addition.at);
    const points = [...section.points.filter((one) => one !== OPEN), addition.what];
    if (points.length > POINTS_MOST) throw new OrderFault(`“${section.heading}”最多 ${POINTS_MOST} 条`);
    return put(section, { ...section, points });
  }
  const rows = changedRows(kind, order);
  if (rows) return renumbered(outline, rows);
  const [, renamed, heading = ''] = RENAMES.exec(order) ?? [];
  if (renamed === undefined) return null;
  const point = sections.flatMap((section) => section.points.filter((one) => one === renamed).map(() => section))[0];
  if (point) return put(point, { ...point, points: point.points.map((one) => (one === renamed ? heading : one)) });
  const section = sectionOf(renamed);
  const [number = ''] = NUMBERED.exec(section.heading) ?? [];
  return put(section, { ...section, heading: `${number}${heading}` });
}
