import { expect, it } from 'vitest';
import { typedFen } from './typed-amount.ts';

it.each([
  ['12800', 1_280_000],
  ['6.2万', 6_200_000],
  ['1.2345 万', 1_234_500],
  ['１２，８００．５元', 1_280_050],
  ['￥88。8', 8_880],
  ['0.01', 1],
  ['0.29', 29],
  ['99999.99万', 99_999_990_000],
  ['12.345', null],
  ['六万', null],
  ['1元2', null],
  ['5万5', null],
  ['1.23456万', null],
  ['', null],
])('reads %s as %s fen', (text, fen) => {
  expect(typedFen(text)).toBe(fen);
});
