import type { APIRoute } from 'astro';
import { pageCtx } from '#server/boot.ts';
import { verificationFile } from '#server/views/verification-file.ts';

export const GET: APIRoute = ({ params }) => verificationFile(pageCtx(), params['file'] ?? '', 'txt');
