import { expect, it } from 'vitest'
import { changeTypeOf } from './change-types.ts'

it.each([
  [1461, 'plugin', 'Plugin activated'],
  [1970, 'plugin', 'Plugin updated'],
  [1960, 'wordpress', 'WordPress updated'],
  [1570, 'user', 'User logged in'],
  [1800, 'system-setting', 'Setting changed'],
  [1930, 'cron-job', 'Scheduled task created'],
])('%i is %s: %s', (number, type, label) => expect(changeTypeOf(number)).toEqual({ type, label }))

it.each([0, 1199, 1201, 9999, -1])('%i is unknown', (number) => expect(changeTypeOf(number)).toBeUndefined())
