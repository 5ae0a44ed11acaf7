import { expect, it } from 'vitest';
import { scannedBy } from './scanned-by.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

it.each([
  [`${PHONE} MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`, 'wechat'],
  [`${PHONE} wxwork/4.1.20 MicroMessenger/7.0.1`, 'wechat'],
  [`${PHONE} Ariver/1.1.0 AliApp(AP/10.5.96.6000) Nebula AlipayDefined(nt:WIFI) AlipayClient/10.5.96.6000`, 'alipay'],
  [`${PHONE} Safari/604.1`, null],
  ['', null],
  [null, null],
])('%s', (agent, app) => {
  expect(scannedBy(agent)).toBe(app);
});
