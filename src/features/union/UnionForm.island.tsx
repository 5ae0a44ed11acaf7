import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import { UNION_CALLS, UNION_PARTS_MOST, unionPage } from '#contract/union.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { fetchUnion, postUnion } from '../active/active.api.ts';
import { Panel } from '../admin/Panel.tsx';
import type { RecordField } from '../admin/record/fields.ts';
import { RecordForm } from '../admin/record/RecordForm.tsx';

const PART_FIELDS: readonly RecordField[] = [
  {
    key: 'sort',
    label: '种类',
    kind: 'choice',
    options: [
      { value: 'plan', title: '策猫会员' },
      { value: 'partner', title: '合作方权益' },
    ],
  },
  { key: 'title', label: '名称', kind: 'text', max: 40 },
  { key: 'share', label: '占售价（%）', kind: 'number' },
  { key: 'vip_type', label: '会员类型（1 方案 … 6 全站）', kind: 'number' },
  { key: 'days', label: '会员天数', kind: 'number' },
  { key: 'max_download_pre_day', label: '会员每日次数（0 不限）', kind: 'number' },
  { key: 'partner', label: '合作方', kind: 'text', max: 40 },
  { key: 'product', label: '合作方产品编号', kind: 'text', max: 60 },
  { key: 'months', label: '合作方月数', kind: 'number' },
];

const FIELDS: readonly RecordField[] = [
  { key: 'title', label: '名称', kind: 'text', required: true, max: 40 },
  { key: 'summary', label: '说明', kind: 'text', max: 200 },
  { key: 'price', label: '售价（元）', kind: 'number' },
  { key: 'org_price', label: '原价（元）', kind: 'number' },
  {
    key: 'parts',
    label: '权益',
    kind: 'rows',
    fields: PART_FIELDS,
    empty: { sort: 'plan', share: 0, vip_type: 6, days: 365 },
    most: UNION_PARTS_MOST,
    hint: '占比之和为 100，用于按未使用部分退款与合作方对账',
  },
  { key: 'img', label: '图片', kind: 'text', max: 300, hint: '本站图片的路径，可不填' },
  { key: 'bottom_img', label: '底部图片', kind: 'text', max: 300 },
  { key: 'protocol_title', label: '协议名称', kind: 'text', max: 40 },
  { key: 'protocol_url', label: '协议地址', kind: 'text', max: 300 },
  { key: 'sort', label: '排序', kind: 'number' },
  { key: 'is_on', label: '上架', kind: 'flag' },
];

/** A bundle of memberships, and the partners' statements. */
export default function UnionFormIsland() {
  return (
    <RecordForm
      title="联合会员"
      input={{
        fields: FIELDS,
        empty: { is_on: true },
        fetch: async (id) => ({ values: { ...(await fetchUnion(id)) }, facts: null }),
        save: postUnion,
      }}
      beside={({ id }) => (
        <>
          {id > 0 ? (
            <Panel title="页面">
              <a className="btn btn-ghost" href={unionPage(id)}>
                查看购买页
              </a>
            </Panel>
          ) : null}
          <Statement />
        </>
      )}
    />
  );
}

/** The month before this one, which is what partners settle. */
const lastMonth = (): string => {
  const now = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
};

function Statement() {
  const [month, setMonth] = useState(lastMonth);
  const [partner, setPartner] = useState('');
  const [error, setError] = useState<string | null>(null);
  const load = async () => {
    setError(null);
    try {
      const query = new URLSearchParams({ month, partner });
      saveBlob(await fetchCsv(`${UNION_CALLS.statement}?${query}`), `联合会员对账单-${month}.csv`);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.msg);
    }
  };
  return (
    <Panel title="合作方月度对账单">
      <Field label="月份" type="month" value={month} error={error} onChange={(event) => setMonth(event.target.value)} />
      <Field label="合作方" hint="不填为全部" maxLength={40} value={partner} onChange={(event) => setPartner(event.target.value)} />
      <Button onClick={() => void load()}>下载 CSV</Button>
    </Panel>
  );
}
