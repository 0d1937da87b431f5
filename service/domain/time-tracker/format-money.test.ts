import { expect, it } from 'vitest'
import { formatDuration, formatMoney } from './format-money.ts'
import { defaults } from './time-settings.ts'

it.each([
  ['1234567.5', {}, '$1,234,567.50'],
  ['0', {}, '$0.00'],
  ['999.99', {}, '$999.99'],
  [
    '1234.5',
    { currency: 'EUR', currency_position: 'right_space', thousand_separator: '.', decimal_separator: ',' },
    '1.234,50 €',
  ],
  ['1234', { currency: 'JPY', decimals: 0, currency_position: 'left_space' }, '¥ 1,234'],
  ['1234567.8912', { thousand_separator: '', decimals: 4, currency_position: 'right' }, '1234567.8912$'],
  ['999999999999.99', { currency: 'CHF' }, 'CHF999,999,999,999.99'],
] as const)('%s with %j is %s', (amount, changes, text) => {
  expect(formatMoney(amount, { ...defaults, ...changes })).toBe(text)
})

it.each([
  [0, '0:00:00'],
  [59, '0:00:59'],
  [3_661, '1:01:01'],
  [360_000, '100:00:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
