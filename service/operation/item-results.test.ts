import { expect, it } from 'vitest'
import { describeItems, type ItemFailure, isAnySuccess, outcomeOfItems } from './item-results.ts'

const failed: ItemFailure = { code: 'svc_connection_failed', message: 'No connection.' }
const unknown: ItemFailure = { code: 'svc_outcome_unknown', message: 'It is not known whether the user was created.' }
const running: ItemFailure = { code: 'svc_still_running', message: 'Still running.' }

it.each([
  ['nothing to do', { done: 0, errors: [] }, 'nothing_to_do', 1, 'Nothing to do.'],
  ['all done', { done: 3, errors: [] }, 'succeeded', 1, '3 users created.'],
  ['some failed', { done: 2, errors: [failed] }, 'partial', 1, '2 of 3 users created. No connection.'],
  ['some in part', { done: 1, partial: 1, errors: [failed, failed] }, 'partial', 1, '1 of 3 users created, 1 in part.'],
  ['all failed', { done: 0, errors: [failed, failed] }, 'failed', 0, '0 of 2 users created.'],
  [
    ...(['some unknown', { done: 1, errors: [unknown, failed] }, 'partial', 1] as const),
    '1 of 3 users created; the outcome of 1 is not known.',
  ],
  [
    ...(['unknown', { done: 0, errors: [unknown] }, 'unknown', 0] as const),
    '0 of 1 user created; the outcome of 1 is not known. It is not known whether the user was created.',
  ],
  ['still running', { done: 1, errors: [running] }, 'partial', 1, '1 of 2 users created. 1 still running.'],
] as const)('describes %s', (_state, items, outcome, success, message) => {
  const results = { ...items, label: ['user created', 'users created'] } as const
  expect([outcomeOfItems(results), Number(isAnySuccess(results)), describeItems(results)]).toEqual([
    outcome,
    success,
    message,
  ])
})
