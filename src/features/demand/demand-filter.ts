import { type DemandLabel, LABEL_TYPES, type LabelType } from '#contract/demand.ts';

/** Address of a list without its filters: the label's, the type's, or of all. */
export function demandListPath({ type, label }: { type: LabelType | null; label: DemandLabel | null }): string {
  if (label) return `/demand?labelId=${label.id}`;
  return type ? LABEL_TYPES[type].path : '/demand';
}

/** The label of an address (`labelId`, or `cid2` as the engine's links write it) as a number; null: it names none. What is no number names a label that there is not. */
export function askedLabel(query: URLSearchParams): number | null {
  const text = query.get('labelId') ?? query.get('cid2') ?? '';
  if (text === '') return null;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** Heading of a list. */
export function demandHeading({ type, label }: { type: LabelType | null; label: DemandLabel | null }): string {
  if (label) return label.name;
  return type ? { 1: '找方案的需求', 2: '找供应商的需求', 3: '招标' }[type] : '活动需求';
}
