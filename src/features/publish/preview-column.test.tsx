import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm, type PublishOptions } from '#contract/publish.ts';
import { PreviewColumn } from './PreviewColumn.tsx';
import { PriceSection } from './PriceSection.tsx';
import type { PublishState } from './publish.store.ts';

const nothing = () => undefined;

function preview(kind: KindFacts, price_type: ItemForm['price_type']): string {
  const form: ItemForm = { ...EMPTY_FORM, title: '一支双语导演组', price_type, price: price_type === 'free' ? '' : '49' };
  const at_rest = { file: null, upload: null, cover: null, known: null, changed: false, save: { kind: 'none' } };
  const state = { ...at_rest, form, pictures: { list: [] } } as unknown as PublishState;
  const options = { categories: [], held_for_review: false } as unknown as PublishOptions;
  return renderToStaticMarkup(
    <PreviewColumn
      kind={kind}
      state={state}
      options={options}
      acts={{ saveAgain: nothing, keepMine: nothing, takeStored: nothing }}
      onChange={nothing}
    >
      <button type="button">发布</button>
    </PreviewColumn>,
  );
}

it('shows a price on the card of what is sold, and none on the card of what is not', () => {
  expect(preview(KINDS.design, 'free')).toContain('免费');
  expect(preview(KINDS.design, 'paid')).toContain('¥49');
  for (const kind of [KINDS.resource, KINDS.resource_case, KINDS.supplier_case]) {
    const html = preview(kind, 'free');
    expect(html).toContain('一支双语导演组');
    expect(html).not.toContain('免费');
  }
});

it.each([
  ['design', '单独购买后可下载源文件'],
  ['ppt', '单独购买后可看全文并下载'],
  ['sample', '单独购买后可看全部图片并下载原图'],
] as const)('says what a buyer of a %s gets', (key, about) => {
  const html = renderToStaticMarkup(
    <PriceSection kind={KINDS[key]} form={EMPTY_FORM} errors={{}} share_bp={8000} pool_bp={0} onChange={nothing} onLeave={nothing} />,
  );
  expect(html).toContain(about);
});
