import { RecordForm } from '#kit/record/RecordForm.tsx';
import { type TermChoices, termRecord } from './term-record.ts';

/** A category or another choice of lists: where it stands, its name and order. */
export default function TermFormIsland(choices: TermChoices) {
  return <RecordForm title="分类与筛选项" input={termRecord(choices)} />;
}
