import type { Endpoint } from '../endpoint.ts';
import { centerEndpoints } from './center.ts';
import { downloadEndpoints } from './download.ts';
import { engagementEndpoints } from './engagement.ts';
import { identityEndpoints } from './identity.ts';
import { orderEndpoints } from './orders.ts';
import { paymentEndpoints } from './payment.ts';
import { pptEndpoints } from './ppt.ts';
import { publishingEndpoints } from './publishing.ts';
import { reviewEndpoints } from './review.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { sandboxPayEndpoints } from './sandbox-pay.ts';
import { schemeEndpoints } from './scheme.ts';
import { schemeDetailEndpoints } from './scheme-detail.ts';
import { searchEndpoints } from './search.ts';
import { siteEndpoints } from './site.ts';
import { uploadEndpoints } from './upload.ts';

/** Every call of the gateway, one list a domain. */
export const endpoints: readonly Endpoint[] = [
  ...siteEndpoints,
  ...identityEndpoints,
  ...sandboxEndpoints,
  ...sandboxPayEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...schemeEndpoints,
  ...schemeDetailEndpoints,
  ...pptEndpoints,
  ...searchEndpoints,
  ...downloadEndpoints,
  ...engagementEndpoints,
  ...centerEndpoints,
  ...uploadEndpoints,
  ...publishingEndpoints,
  ...reviewEndpoints,
];
