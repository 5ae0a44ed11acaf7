import { defineMiddleware } from 'astro:middleware';
import { currentApp } from '#server/boot.ts';
import { outageLog } from '#server/db/outage-log.ts';
import { isDatabaseUnavailable } from '#server/db/pool.ts';
import { errorPage } from '#server/http/error-page.ts';
import { nextRequestId } from '#server/http/request-id.ts';

/** Pages: a request id, and a page of our own when rendering fails. No identity: pages are the same for everybody. */
export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  locals.request_id ??= nextRequestId();
  const { request_id } = locals;
  try {
    return withStorage(await next(), currentApp().providers.storage.direct?.origin);
  } catch (error) {
    const unavailable = isDatabaseUnavailable(error);
    const log = currentApp().log;
    if (unavailable) outageLog(log).report({ request_id, path: url.pathname, error });
    else log.error({ err: error, request_id, path: url.pathname }, 'page failed');
    return errorPage(unavailable ? 503 : 500, request_id);
  }
});

/** Pages may send big files straight to the storage, where there is one elsewhere. */
function withStorage(response: Response, origin: string | undefined): Response {
  const policy = response.headers.get('content-security-policy');
  if (origin && policy)
    response.headers.set('content-security-policy', policy.replace("connect-src 'self'", `connect-src 'self' ${origin}`));
  return response;
}
