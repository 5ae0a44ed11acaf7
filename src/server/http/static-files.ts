import sirv, { type RequestHandler } from 'sirv';

/**
 * The built files of the site: scripts, styles, icons. The list of them is read once; a file that went away since (a new build in the
 * same folder) breaks the one request that asks for it, not the process.
 */
export function staticFiles(dir: string): RequestHandler {
  const files = sirv(dir, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(res, pathname) {
      // the one type that sirv does not know; without it browsers that may not guess take no icon
      if (pathname.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon');
      // names below /_a/ carry a hash of their content
      res.setHeader('Cache-Control', pathname.startsWith('/_a/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  return (req, res, next) => {
    // sirv pipes its stream into the answer and does not handle the stream's errors, which would end the process
    res.once('pipe', (source) => source.once('error', () => res.destroy()));
    files(req, res, next);
  };
}
