import { expect, it } from 'vitest'
import { explainStartFailure } from './explain-failure.ts'

it.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'the disk that holds /data is full'],
  [
    'initdb: error: could not look up effective user ID 4711: user does not exist',
    'the user id 4711 has no entry in /etc/passwd',
  ],
  [
    'postgres: error while loading shared libraries: libstdc++.so.6: cannot open',
    'lacks the library libstdc++.so.6: install it',
  ],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'not enough memory'],
  ['FATAL:  could not open file "global/pg_control": Permission denied', 'give /data back to the user who made it'],
])('%s', (output, advice) => {
  const { message } = explainStartFailure('The database could not be started', output, '/data')
  expect(message).toContain(`The database could not be started: `)
  expect(message).toContain(advice)
  expect(message).toContain(output)
})

it('quotes the last lines of an unknown failure only', () => {
  const output = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n')
  const { message } = explainStartFailure('The database could not be started', output, '/data')
  expect(message).toContain('line 19')
  expect(message).not.toContain('line 11\n')
})
