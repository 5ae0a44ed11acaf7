import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientAddress, isOwnPeer, isUnknownProxy, limitKey } from './client-address.ts';

const from = (peer: string, forwarded?: string, host = '127.0.0.1:4321') =>
  ({
    socket: { remoteAddress: peer },
    headers: { host, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
    rawHeaders: ['Accept', '*/*', 'Host', host],
  }) as unknown as IncomingMessage;

it('believes nobody without TRUST_PROXY', () => {
  expect(clientAddress(from('10.0.0.9', '1.2.3.4'), [])).toBe('10.0.0.9');
  expect(clientAddress(from('203.0.113.7', '1.2.3.4'), ['10.0.0.0/8'])).toBe('203.0.113.7');
});

it('takes the right-most address that is no trusted proxy, by address and by CIDR range, v4 and v6', () => {
  expect(clientAddress(from('10.0.0.9', '6.6.6.6, 1.2.3.4'), ['10.0.0.9'])).toBe('1.2.3.4');
  expect(clientAddress(from('10.0.0.9', '6.6.6.6, 1.2.3.4, 10.3.2.1'), ['10.0.0.0/8'])).toBe('1.2.3.4');
  expect(clientAddress(from('::ffff:10.0.0.9', '1.2.3.4'), ['10.0.0.0/8'])).toBe('1.2.3.4');
  expect(clientAddress(from('fd00::1', '2001:db8::5, fd00::2'), ['fd00::/8'])).toBe('2001:db8::5');
});

it('stops at an entry that is no address, and without a header the peer is the reader', () => {
  expect(clientAddress(from('10.0.0.9', '1.2.3.4, unknown, 10.0.0.8'), ['10.0.0.0/8'])).toBe('10.0.0.8');
  expect(clientAddress(from('10.0.0.9'), ['10.0.0.0/8'])).toBe('10.0.0.9');
});

it('knows a peer that speaks for itself', () => {
  expect(isOwnPeer(from('127.0.0.1'), [])).toBe(true);
  expect(isOwnPeer(from('127.0.0.1', '1.2.3.4'), [])).toBe(false);
  expect(isOwnPeer(from('203.0.113.7'), [])).toBe(false);
  expect(isOwnPeer(from('10.1.1.1'), ['10.0.0.0/8'])).toBe(true);
  for (const host of ['cemao.example', '127.0.0.1.evil.example', 'localhost.evil.example', '', 'a b']) {
    expect([host, isOwnPeer(from('127.0.0.1', undefined, host), [])]).toEqual([host, false]);
  }
});

it('knows a proxy on this machine that nobody named', () => {
  expect(isUnknownProxy(from('127.0.0.1', '1.2.3.4'), [])).toBe(true);
  expect(isUnknownProxy(from('::1', '1.2.3.4'), [])).toBe(true);
  expect(isUnknownProxy(from('127.0.0.1', '1.2.3.4'), ['127.0.0.1'])).toBe(false);
  expect(isUnknownProxy(from('127.0.0.1'), [])).toBe(false);
  expect(isUnknownProxy(from('203.0.113.7', '1.2.3.4'), [])).toBe(false);
});

it('counts an IPv6 reader by the network that one reader has', () => {
  expect(limitKey('2001:db8:1:2:aaaa::1')).toBe(limitKey('2001:db8:1:2:bbbb::9'));
  expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'));
  expect(limitKey('1.2.3.4')).toBe('1.2.3.4');
});
