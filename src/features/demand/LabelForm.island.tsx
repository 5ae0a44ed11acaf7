import { RecordForm } from '#kit/record/RecordForm.tsx';
import { labelRecord } from './label-record.ts';

/** A label of demands: its name in menus, on cards, and what it asks for. */
export default function LabelFormIsland() {
  return <RecordForm title="需求类型" input={labelRecord()} />;
}
