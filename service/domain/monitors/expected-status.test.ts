import { expect, it } from 'vitest'
import { isExpected, readExpectedStatus } from './expected-status.ts'

it.each([
  [[200], '200'],
  [['200-206', 301], '200-206,301'],
  [['200', '201', '202', '404'], '200-202,404'],
  [['301,302', '300 - 303'], '300-303'],
])('reads %j as %s', (given, stored) => {
  expect(readExpectedStatus(given)).toBe(stored)
})

it.each([[['ok']], [['99']], [[600]], [['206-200']], [[]], [['']], [['200-']]])('refuses %j', (given) => {
  expect(readExpectedStatus(given)).toBeNull()
})

it('matches statuses against the list', () => {
  expect([199, 200, 206, 207, 301].filter((status) => isExpected('200-206,301', status))).toEqual([200, 206, 301])
})
