import { table } from '#contract/assistant-text.ts';
import type { Source } from './sandbox-lines.ts';

const named = ({ kind, title }: Source) => `${kind}《${title}》`;

/** What the cards of works say of what is asked: of one in a line, of several in a table where more than two facts are asked for. */
export function ofCards(works: readonly Source[], most: string): string {
  const names = [...new Set(works.flatMap(({ facts = [] }) => facts.map(({ name }) => name)))];
  const said = ({ facts = [] }: Source, name: string) => facts.find((fact) => fact.name === name)?.value ?? '暂无';
  if (names.length === 0)
    return `作品卡片上没有写这一项，打开作品可以看到全部信息。\n\n${works.map((one) => `- ${named(one)} [${one.n}]`).join('\n')}`;
  const firsts = most === '' ? [] : works.filter(({ fits }) => fits);
  const lead =
    firsts.length > 0 && works.length > 1 ? `${most}的是${firsts.map((one) => `${named(one)} [${one.n}]`).join('、')}。\n\n` : '';
  if (works.length > 1 && names.length > 2) {
    const rows = works.map((one) => [`${named(one)} [${one.n}]`, ...names.map((name) => said(one, name))]);
    return `${lead}${table(['作品', ...names], rows)}`;
  }
  return `${lead}${works.map((one) => `- ${named(one)}：${names.map((name) => `${name} ${said(one, name)}`).join('，')} [${one.n}]`).join('\n')}`;
}

/** What works say of themselves, with what stands on their cards. */
export function introduced(works: readonly Source[]): string {
  const introducedOne = (work: Source) => {
    const { text, told = text.length, facts = [], n } = work;
    const [first = '', ...others] = text.slice(0, told).split('\n').filter(Boolean);
    const contents = others.find((line) => CONTENTS.test(line));
    const lines = [first, ...(contents === undefined ? [] : [contents]), facts.map(({ name, value }) => `${name} ${value}`).join('，')];
    return [`### ${named(work)}`, ...lines.filter(Boolean).map((line) => `- ${line} [${n}]`)].join('\n');
  };
  return works.map(introducedOne).join('\n\n');
}

/** What stands in a work, as its publisher says it. */
const CONTENTS = /^(?:里面有|包含|内容|目录)[：:]/;
