import { Panel } from '#kit/console/Panel.tsx';
import { RecordForm } from '#kit/record/RecordForm.tsx';
import { AdPreview } from './AdPreview.tsx';
import { bannerRecord, isPlaced } from './banner-record.ts';

/** A pop-up, an advertisement or a banner, with its preview and its figures. */
export default function BannerFormIsland() {
  return (
    <RecordForm
      title="推广位"
      input={bannerRecord}
      beside={({ draft, facts }) => (
        <>
          <Panel title="预览">
            <AdPreview
              title={String(draft['title'] ?? '')}
              summary={String(draft['summary'] ?? '')}
              picture={String(draft['picture'] ?? '')}
              countdown={isPlaced(draft) ? null : Number(draft['countdown']) || 0}
            />
          </Panel>
          {facts ? (
            <Panel title="数据">
              <dl className="num grid grid-cols-3 gap-2">
                <div>
                  <dt className="text-muted">展示</dt>
                  <dd className="text-lg">{facts.show_num}</dd>
                </div>
                <div>
                  <dt className="text-muted">点击</dt>
                  <dd className="text-lg">{facts.click_num}</dd>
                </div>
                <div>
                  <dt className="text-muted">点击率</dt>
                  <dd className="text-lg">{facts.show_num > 0 ? `${Math.round((facts.click_num / facts.show_num) * 100)}%` : '—'}</dd>
                </div>
              </dl>
            </Panel>
          ) : null}
        </>
      )}
    />
  );
}
