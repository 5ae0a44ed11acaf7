// A process that does nothing but work on one document, so that a test can end it: `convert` or `draw`, file, folder.
import { join } from 'node:path';
import { localDocuments } from '#server/providers/document/local.ts';
import { localStorage } from '#server/providers/storage/local.ts';

const [op, path = '', folder = ''] = process.argv.slice(2);
const documents = localDocuments(localStorage(folder), '/usr/local/bin:/usr/bin:/bin');
if (op === 'convert') await documents.convert(path, join(folder, 'out.pdf'));
else await documents.render(path, { page_count: 2, skip: (page_no) => page_no === 1, onPage: async () => undefined });
