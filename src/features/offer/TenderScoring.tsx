import { ApiError, failureOf } from '#client/api-error.ts';
import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { CRITERIA_MAX, type Criterion, criteriaFault, type OfferPanel } from '#contract/offer.ts';
import type { TenderScoring as Scoring } from '#contract/outputs/offer.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { askFirst, offerActs } from './offer-acts.ts';

const RELEASE_REASONS = ['时间不合适', '与投标人有利害关系', '没有按时评分'] as const;
const USUAL = ['方案创意 40\n报价 30\n团队与案例 30', '方案创意 30\n执行能力 30\n报价 40'] as const;
const FAILED = '记录没有取到，请稍后再试';

const wrong = (msg: string) => new ApiError({ code: 1, msg, status: 0 });

/** A criterion a line, its weight behind it. @throws ApiError with what is wrong */
async function typedCriteria(text: string): Promise<Criterion[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const criteria = lines.map((line) => {
    const words = line.normalize('NFKC').replace('%', '').trim().split(' ');
    const weight = Number(words.pop());
    if (words.length === 0 || !Number.isInteger(weight)) throw wrong(`“${line.trim()}”的后面请写权重，例如 ${line.trim()} 40`);
    return { title: words.join(' ').trim(), weight };
  });
  if (criteria.length > CRITERIA_MAX) throw wrong(`最多 ${CRITERIA_MAX} 个评分项`);
  const fault = criteriaFault(criteria);
  if (fault) throw wrong(fault);
  return criteria;
}

/** How the offers of a tender are judged: by whom, for what, and the marks once all are in. */
export function TenderScoring({ panel, onChanged }: { panel: OfferPanel; onChanged(): void }) {
  const { demand_id, is_owner, scoring, offers } = panel;
  if (!scoring) return null;
  const { criteria, can_set, can_ask, judges, judges_num, waiting_num, own, table, has_minutes } = scoring;
  if (criteria.length === 0 && !can_set && !has_minutes) return null;
  const after = (done: unknown, text: string) => {
    if (done === null || done === false) return;
    toastSuccess(text);
    onChanged();
  };
  const set = async () =>
    after(
      await askReason({
        ...{ title: '评分项', label: '评分项', verb: '保存并公告', max: 300, reasons: USUAL },
        about: '每行一项，名称后空一格写权重，合计 100。保存后公告给所有投标人，开标前可以修改。',
        reason: criteria.map(({ title, weight }) => `${title} ${weight}`).join('\n'),
        run: (text) => typedCriteria(text).then((list) => offerActs.criteria(demand_id, list)),
      }),
      '评分项已公告',
    );
  const ask = async () => {
    let mobile = '';
    const typed = (text: string) => {
      mobile = text.trim();
    };
    after(
      await askReason({
        ...{ title: '邀请评委', verb: '邀请' },
        fields: <Field label="手机号" type="tel" required maxLength={20} onValue={typed} />,
        about: '可以是同事或请来的专家，需要已经注册。评委在开标后独立评分，全部提交前谁也看不到别人的评分；参与投标的人开标时自动回避。',
        run: async () => {
          if (mobile === '') throw wrong('请填写手机号');
          await offerActs.judge(demand_id, mobile);
        },
      }),
      '已邀请，对方会收到消息',
    );
  };
  const release = async (user_id: number, title: string, about: string) =>
    after(
      await askFirst({ title, about, verb: '确认', reasons: RELEASE_REASONS, run: (why) => offerActs.release(demand_id, user_id, why) }),
      '已写入公开记录',
    );
  const mark = async () => {
    const { showMarks } = await import('./show-marks.tsx');
    if (await showMarks({ demand_id, criteria, offers, sheet: own?.sheet ?? [] })) onChanged();
  };
  const save = async () => {
    try {
      saveBlob(await fetchFile(`/demand/tender/minutes?id=${demand_id}`, 'application/pdf', FAILED), `开标与评标记录-${panel.title}.pdf`);
    } catch (error) {
      toastError(failureOf(error, FAILED).message);
    }
  };
  return (
    <section className="grid gap-3 rounded-lg border border-line p-4" aria-label="评标">
      <p className="num text-sm">
        <b>评标</b>
        <span className="ml-2 text-muted">
          {criteria.map(({ title, weight }) => `${title} ${weight}%`).join('、') ||
            '由发布者直接选定；开标前可以设评分项、请评委独立评分。'}
        </span>
      </p>
      {judges_num > 0 && table === null && (
        <p className="num text-sm text-muted" role="status">
          {waiting_num === 0 ? `${judges_num} 位评委已全部提交评分。` : `${judges_num} 位评委，${waiting_num} 位还没有提交`}
          {waiting_num > 0 && (is_owner || own ? '；全部提交后才显示评分。' : '。')}
        </p>
      )}
      {judges.length > 0 && (
        <ul className="grid gap-2 text-sm">
          {judges.map(({ user_id, nickname, state, state_text }) => (
            <li key={user_id} className="flex flex-wrap items-center gap-2">
              {nickname}
              <span className="badge badge-soft badge-sm">{state_text}</span>
              {state === 'asked' && can_ask && (
                <Button
                  size="sm"
                  look="ghost"
                  aria-label={`解除评委 ${nickname}`}
                  onClick={() => void release(user_id, `解除评委 ${nickname}？`, '原因写入公开记录，不写姓名；对方会收到消息。')}
                >
                  解除
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {table && <Marks criteria={criteria} table={table} />}
      <p className="flex flex-wrap gap-2 empty:hidden">
        {own?.can_mark && (
          <Button look="primary" onClick={() => void mark()}>
            {own.sheet.length > 0 ? '继续评分' : '开始评分'}
          </Button>
        )}
        {can_set && <Button onClick={() => void set()}>{criteria.length > 0 ? '修改评分项' : '设置评分项'}</Button>}
        {can_ask && criteria.length > 0 && <Button onClick={() => void ask()}>邀请评委</Button>}
        {has_minutes && <Button onClick={() => void save()}>下载开标与评标记录</Button>}
        {own?.state === 'asked' && (
          <Button look="ghost" onClick={() => void release(own.user_id, '退出评标？', '退出后不能再评分，原因写入公开记录，不写姓名。')}>
            退出评标
          </Button>
        )}
      </p>
      {own && (
        <p className="text-sm text-muted">
          {own.state === 'in'
            ? '您已提交评分，不能再修改。'
            : own.can_mark
              ? '请独立评分，提交前可以保存草稿。'
              : has_minutes
                ? '评标已结束，不再需要评分。'
                : '您是评委，开标后会通知您评分。'}
        </p>
      )}
    </section>
  );
}

/** The marks of all judges, best first: sums and criteria as a table, what each judge gave and said below it. */
function Marks({ criteria, table }: { criteria: Scoring['criteria']; table: NonNullable<Scoring['table']> }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="overflow-x-auto" tabIndex={0} aria-label="评分汇总">
        <table className="staff-table staff-figures">
          <thead>
            <tr>
              {['投标人', '总分', ...criteria.map(({ title }) => title), '最大分差'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.map(({ offer_id, nickname, mean, spread, by_criterion }, at) => (
              <tr key={offer_id}>
                <th scope="row" className="num min-w-28 whitespace-normal text-base-content">
                  {at + 1}. {nickname}
                </th>
                <td className="num font-semibold text-primary">{mean}</td>
                {[...by_criterion, spread].map((value, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stand as they are
                  <td key={n} className="num">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.map(({ offer_id, nickname, by_judge }) => (
        <div key={offer_id} className="grid gap-1 text-sm">
          <h3 className="font-semibold">{nickname}</h3>
          <ul className="grid gap-1">
            {by_judge.map(({ nickname: judge, total, word }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two judges may have one name
              <li key={n} className="num">
                {judge} <b>{total}</b> 分{word !== '' && `：${word}`}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
