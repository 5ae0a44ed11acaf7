import { Download, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { LoginDismissed } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { useAddressWord } from '#client/use-address-word.ts';
import { HAD_BY_TEXTS, type Library, type LibraryRow } from '#contract/center.ts';
import { LICENCES } from '#contract/licence.ts';
import { KindTabs, OwnSearch } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import Orders from '../order/OrderList.island.tsx';
import { givesLessons, type OrderKind } from '../order/order-kind.ts';
import { type CenterKind, detailOf, ItemRow } from './ItemRow.tsx';
import { loadLibrary } from './own-lists.ts';

interface Props {
  kinds: CenterKind[];
  orders: OrderKind;
}

const VIEWS = ['library', 'orders'] as const;

/** 我的订单: all that the reader may download, however they came to it, and all orders. */
export default function LibraryIsland({ kinds, orders }: Props) {
  // each view has words and pages of its own
  const [view, choose] = useAddressWord('view', VIEWS, ['tab', 'q', 'page', 'status', 'from', 'to', 'sort']);
  return (
    <Tabs
      label="查看方式"
      tabs={[
        { key: 'library', title: '可下载的内容' },
        { key: 'orders', title: '全部订单' },
      ]}
      current={view}
      onChange={choose}
    >
      {view === 'library' ? <LibraryList kinds={kinds} /> : <Orders kind={orders} />}
    </Tabs>
  );
}

function LibraryList({ kinds }: { kinds: CenterKind[] }) {
  const { list, state } = useOwnList<Library>(['', ...kinds.map(({ key }) => key), 'company'], loadLibrary);
  useEffect(() => {
    // a message or the page of a work leads here
    const id = Number(new URLSearchParams(location.search).get('changes'));
    if (Number.isSafeInteger(id) && id > 0) void changes(id);
  }, []);
  const nothing = state.q === '' ? '还没有可以下载的内容' : `没有找到“${state.q}”`;
  const hint = state.q === '' ? '买过、兑换过、免费下载过的内容都会在这里，随时再次下载。' : '换个词，或清空后查看全部。';
  return (
    <div className="panel p-4 sm:p-6">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <KindTabs
          kinds={kinds}
          counts={state.data?.counts}
          beside={{ key: 'company', noun: HAD_BY_TEXTS.company, n: state.data?.of_company ?? 0 }}
          current={state.tab}
          onKind={(tab) => list.actions.choose({ tab })}
        />
        <OwnSearch label="搜索我的内容" q={state.q} onSearch={(q) => list.actions.choose({ q })} />
      </div>
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: LibraryRow) => row.id}
        empty={{
          title: nothing,
          hint,
          children:
            state.q === '' ? (
              <a className="btn btn-primary" href={kinds[0]?.list}>
                去看看{kinds[0]?.noun}
              </a>
            ) : (
              <Button onClick={() => list.actions.choose({ q: '' })}>清空搜索</Button>
            ),
        }}
      >
        {(row) => <Row row={row} kinds={kinds} onRated={list.actions.reload} />}
      </OwnListFrame>
    </div>
  );
}

const changes = async (id: number) => (await import('./show-changes.tsx')).showChanges(id);

function Row({ row, kinds, onRated }: { row: LibraryRow; kinds: CenterKind[]; onRated(): Promise<void> }) {
  const [percent, setPercent] = useState<number | null>(null);
  const { noun = '内容', vip_text = '' } = kinds.find(({ key }) => key === row.kind) ?? {};
  const download = async (version?: number) => {
    setPercent(0);
    try {
      const { downloadItem } = await import('../download/download.ts');
      await downloadItem(row.id, { noun, vip_text, onProgress: setPercent, ...(version === undefined ? {} : { version }) });
    } catch (error) {
      if (!(error instanceof LoginDismissed)) throw error;
    } finally {
      setPercent(null);
    }
  };
  const rate = async () => {
    const { openOpinion } = await import('../opinion/open-opinion.tsx');
    try {
      if (await openOpinion(row)) await onRated();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
  };
  const show = async () => {
    const { makeClientLink } = await import('../client-link/open-client-link.tsx');
    await makeClientLink(row);
  };
  const [had, newest] = row.versions;
  const lessons = givesLessons(row.kind);
  const take = lessons ? '学习' : '下载';
  return (
    <ItemRow
      row={row}
      href={detailOf(kinds, row)}
      actions={
        row.can_download && row.learn_href !== '' ? (
          <a className="btn btn-sm" href={row.learn_href} aria-label={`去学习《${row.title}》`}>
            <Play size={16} aria-hidden="true" />
            去学习
          </a>
        ) : row.can_download && lessons ? null : row.can_download && row.versions.length > 0 ? (
          row.versions.map(({ version, is_newest }) => (
            <Button
              key={version}
              size="sm"
              busy={percent !== null}
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() => void download(version)}
              aria-label={`下载《${row.title}》${is_newest ? '的最新版本' : '购买时的版本'}`}
            >
              {is_newest ? '最新版本' : '购买时的版本'}
            </Button>
          ))
        ) : row.can_download ? (
          <Button
            size="sm"
            busy={percent !== null}
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => void download()}
            aria-label={`再次下载《${row.title}》`}
          >
            {percent === null ? '再次下载' : `${percent}%`}
          </Button>
        ) : (
          <span className="text-xs text-muted">{whyGone(row)}</span>
        )
      }
    >
      <span className="text-success">
        {HAD_BY_TEXTS[row.had_by]}
        {row.licence === 'company' && ` · ${LICENCES.company.name}`}
        {row.paid !== null && ` ¥${amountText(row.paid)}`}
      </span>
      <span>{timeText(row.had_at)}</span>
      {row.format && <span>{row.format.toUpperCase()}</span>}
      {row.ends_at > 0 && (
        <span>
          可{take}至 {timeText(row.ends_at)}
        </span>
      )}
      {row.orderid && <span>订单号 {row.orderid}</span>}
      {newest && had && (
        <span className="basis-full">
          <button type="button" className="font-semibold text-primary underline underline-offset-2" onClick={() => void changes(row.id)}>
            有新版本
          </button>{' '}
          {timeText(newest.published_at)}
          {newest.pages > 0 && `，${had.pages} → ${newest.pages} ${row.format ? '页' : '张'}`}
          {newest.note && `：${newest.note}`}
        </span>
      )}
      {(row.can_rate || row.my_stars > 0) && (
        <button
          type="button"
          className="underline underline-offset-2"
          onClick={() => void rate()}
          aria-label={row.my_stars > 0 ? `我对《${row.title}》的评价：${row.my_stars} 星` : `评价《${row.title}》`}
        >
          {row.my_stars > 0 ? `我的评价：${row.my_stars} 星` : '评价'}
        </button>
      )}
      {row.can_download && row.published && !lessons && (
        <button
          type="button"
          className="underline underline-offset-2"
          onClick={() => void show()}
          aria-label={`把《${row.title}》发给客户`}
        >
          发给客户
        </button>
      )}
      {!row.published && <span>{row.can_download ? `已下架，您仍可${take}` : '已下架'}</span>}
    </ItemRow>
  );
}

/** Why something in the library cannot be had any more. */
export function whyGone({ kind, had_by }: Pick<LibraryRow, 'kind' | 'had_by'>): string {
  if (had_by === 'member') return '会员已到期';
  return `已不能免费${givesLessons(kind) ? '学习' : '下载'}`;
}
