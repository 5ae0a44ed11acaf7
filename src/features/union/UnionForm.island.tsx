import { useState } from 'react';
import { unionPage } from '#contract/union.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { RecordForm } from '#kit/record/RecordForm.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { lastMonth, saveStatement, unionRecord } from './union-record.ts';

/** A bundle of memberships, and the partners' statements. */
export default function UnionFormIsland() {
  return (
    <RecordForm
      countersigned
      title="联合会员"
      input={unionRecord}
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

function Statement() {
  const [month, setMonth] = useState(lastMonth);
  const [partner, setPartner] = useState('');
  const [error, setError] = useState<string | null>(null);
  const load = async () => setError(await saveStatement(month, partner));
  return (
    <Panel title="合作方月度对账单">
      <Field label="月份" type="month" value={month} error={error} onValue={setMonth} />
      <Field label="合作方" hint="不填为全部" maxLength={40} value={partner} onValue={setPartner} />
      <Button onClick={() => void load()}>下载 CSV</Button>
    </Panel>
  );
}
