import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ServiceWays } from './ServiceDialog.tsx';

const drawn = (qrcode: string) => renderToStaticMarkup(<ServiceWays service={{ phone: '', hours: '9:30–17:30', qrcode }} />);

it('shows a picture of ours as it is, and draws any other text as a code', () => {
  expect(drawn('/pic/ab/service-640.webp')).toContain('<img src="/pic/ab/service-640.webp" alt="客服二维码"');
  for (const text of ['https://work.weixin.qq.com/kfid/demo', '//other.example/a.png']) {
    expect(drawn(text)).toContain('客服二维码');
    expect(drawn(text)).not.toContain('<img');
  }
  expect(drawn('')).not.toContain('客服二维码');
});
