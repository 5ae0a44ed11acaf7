import type { ResultOf } from '#contract/assistant-results.ts';
import { numberOf } from '#contract/number-words.ts';
import { deletedName, NAME, OrderFault, oneOf } from './sandbox-order-words.ts';

type Outline = ResultOf<'outline'>;
type Section = Outline['sections'][number];

const NUMBERED = /^[一二三四五六七八九十]{1,3}、/u;
const CHAPTER = /^第(\d{1,2}|[一二三四五六七八九十]{1,3})(?:章|部分|节|条)$/u;
const ADDS_CHAPTER = new RegExp(`^(?:加|增加|新增|添加)一?[章节个](?:章节)?[:： ]?${NAME}$`, 'u');
const ADDS_POINT = new RegExp(`^(?:在|给)?${NAME}(?:里|中|下)?(?:加|增加|新增|添加)一?[条点行项][:： ]?(\\S.{0,199})$`, 'u');
const RENAMES = new RegExp(`^${NAME}(?:改名为|改名成|改成|改为|叫)(\\S.{0,39})$`, 'u');
const MOVES = new RegExp(`^${NAME}(?:移|挪|放|调|提前)(?:到|在)${NAME}(?:之)?(前|后)面?$`, 'u');
const DIGITS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
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

function sectionOf(sections: readonly Section[], name: string): Section {
  const no = CHAPTER.exec(name)?.[1];
  if (no === undefined) return oneOf(sections, name, [({ heading }) => heading.replace(NUMBERED, ''), ({ heading }) => heading]);
  const section = sections[(numberOf(no) ?? 0) - 1];
  if (!section) throw new OrderFault(`没有${name}，一共 ${sections.length} 章`);
  return section;
}

/** An outline after one order; null: it is none. @throws OrderFault */
export function changedOutline(given: Outline, order: string): Outline | null {
  const outline = { ...given, sections: given.sections.map((one) => (one.points.length > 0 ? one : { ...one, points: [OPEN] })) };
  const { sections } = outline;
  const has_numbers = sections.some(({ heading }) => NUMBERED.test(heading));
  const chapter = ADDS_CHAPTER.exec(order)?.[1];
  if (chapter !== undefined) {
    const at = has_numbers ? sections.findLastIndex(({ heading }) => NUMBERED.test(heading)) + 1 : sections.length;
    const section = { heading: has_numbers ? `一、${chapter}` : chapter, points: [OPEN] };
    return renumbered(outline, sections.toSpliced(at, 0, section));
  }
  const put = (section: Section, other: Section) =>
    renumbered(
      outline,
      sections.map((one) => (one === section ? other : one)),
    );
  const [, of, point] = ADDS_POINT.exec(order) ?? [];
  if (of !== undefined && point !== undefined) {
    const section = sectionOf(sections, of);
    return put(section, { ...section, points: [...section.points.filter((one) => one !== OPEN), point] });
  }
  const gone = deletedName(order);
  if (gone !== undefined) {
    const points = sections.filter((one) => one.points.includes(gone));
    if (points.length === 1 && points[0]) {
      const left = points[0].points.filter((one) => one !== gone);
      return put(points[0], { ...points[0], points: left.length > 0 ? left : [OPEN] });
    }
    const section = sectionOf(sections, gone);
    if (sections.length === 1) throw new OrderFault('至少要留一章');
    return renumbered(
      outline,
      sections.filter((one) => one !== section),
    );
  }
  const [, moved, anchor = '', side = ''] = MOVES.exec(order) ?? [];
  if (moved !== undefined) {
    const [section, beside] = [sectionOf(sections, moved), sectionOf(sections, anchor)];
    const others = sections.filter((one) => one !== section);
    return renumbered(outline, others.toSpliced(others.indexOf(beside) + (/后/.test(side) ? 1 : 0), 0, section));
  }
  const [, renamed, heading = ''] = RENAMES.exec(order) ?? [];
  if (renamed === undefined) return null;
  const section = sectionOf(sections, renamed);
  const [number = ''] = NUMBERED.exec(section.heading) ?? [];
  return put(section, { ...section, heading: `${number}${heading}` });
}
