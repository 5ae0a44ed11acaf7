import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSmtpMail } from './smtp.ts';

/** As much of a mail server as one mail needs. */
let mails: string[] = [];
let refuses = false;
const server = createServer((socket: Socket) => {
  let data: string | null = null;
  socket.on('error', () => undefined);
  socket.write('220 test ESMTP\r\n');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of chunk.split('\r\n')) {
      if (data !== null) {
        if (line === '.') {
          mails.push(data);
          data = null;
          socket.write('250 taken\r\n');
        } else data += `${line}\n`;
      } else if (/^(EHLO|HELO|MAIL)/.test(line)) socket.write('250 ok\r\n');
      else if (line.startsWith('RCPT')) socket.write(refuses ? '550 no such mailbox\r\n' : '250 ok\r\n');
      else if (line === 'DATA') {
        data = '';
        socket.write('354 go on\r\n');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else if (line !== '') socket.write('250 ok\r\n');
    }
  });
});

let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
});
beforeEach(() => {
  mails = [];
  refuses = false;
});
afterAll(() => server.close());

const MAIL = {
  to: 'a@example.com',
  subject: 'Hello',
  text: 'plain words',
  html: '<p>plain words</p>',
  message_id: '<n7@cemao.example>',
  unsubscribe_url: 'https://cemao.example/u',
};

it('sends one mail with its number and the way out of such mails', async () => {
  await createSmtpMail({ url, from: 'Cemao <no-reply@cemao.example>' }).send(MAIL);
  expect(mails).toHaveLength(1);
  for (const part of [
    'To: a@example.com',
    'Subject: Hello',
    'Message-ID: <n7@cemao.example>',
    'List-Unsubscribe: <https://cemao.example/u>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'plain words',
  ]) {
    expect(mails[0]).toContain(part);
  }
});

it('sends files with it', async () => {
  const attachments = [{ name: '发票-1.pdf', content: Buffer.from('%PDF-1.7 paper') }];
  await createSmtpMail({ url, from: 'no-reply@cemao.example' }).send({ ...MAIL, attachments });
  expect(mails[0]).toContain('Content-Disposition: attachment');
  expect(mails[0]).toContain('Content-Type: application/pdf');
  expect(mails[0]).toContain(Buffer.from('%PDF-1.7 paper').toString('base64'));
});

it('throws when the server does not take it', async () => {
  refuses = true;
  await expect(createSmtpMail({ url, from: 'no-reply@cemao.example' }).send(MAIL)).rejects.toThrow();
  expect(mails).toEqual([]);
});
