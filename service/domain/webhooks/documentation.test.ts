import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { itIf } from '../../testing/requirements.ts'
import { eventTypes } from '../events/index.ts'
import { newEndpointSecret, signatureHeaders } from './sign-webhook.ts'

const text = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')
const exampleIn = (language: string) => text.split(`\`\`\`${language}\n`)[1]!.split('\n```')[0]!

it('docs/events.md lists every type of event', () => {
  const rows = text.split('<!-- types -->')[1]!.split('<!-- /types -->')[0]!.trim().split('\n').slice(2)
  expect(rows).toEqual(
    [...eventTypes.values()].map(
      ({ type, title, severity, permission }) => `| \`${type}\` | ${title} | ${severity} | \`${permission}\` |`,
    ),
  )
})

/** Reads `{ secret, headers, body }` from standard input and prints whether the example accepts it. */
const programs: Record<string, { command: string; args: (example: string) => string[] }> = {
  python: {
    command: 'python3',
    args: (example) => [
      '-c',
      `${example}\nimport json, sys\ngiven = json.load(sys.stdin)\nprint(verify(given["secret"], given["headers"], given["body"].encode()))`,
    ],
  },
  php: {
    command: 'php',
    args: (example) => [
      '-r',
      `${example}\n$given = json_decode(file_get_contents('php://stdin'), true); echo verify($given['secret'], $given['headers'], $given['body']) ? 'True' : 'False';`,
    ],
  },
}

const isInstalled = (command: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${command}`))

describe.each(Object.entries(programs))('the example in %s', (language, { command, args }) => {
  const run = (given: object) =>
    spawnSync(command, args(exampleIn(language)), { input: JSON.stringify(given), encoding: 'utf8' }).stdout.trim()

  itIf({ present: isInstalled(command), name: command })(
    'accepts our messages, also during a rotation, and no others',
    () => {
      const [secret, previous] = [newEndpointSecret(), newEndpointSecret()]
      const body = '{"id":"evt_1","text":"é"}'
      const timestamp = Math.floor(Date.now() / 1000)
      const headers = signatureHeaders([secret, previous], { id: 'evt_1', timestamp, body })
      expect(run({ secret, headers, body })).toBe('True')
      expect(run({ secret: previous, headers, body })).toBe('True')
      expect(run({ secret: newEndpointSecret(), headers, body })).toBe('False')
      expect(run({ secret, headers, body: `${body} ` })).toBe('False')
      const old = signatureHeaders([secret], { id: 'evt_1', timestamp: timestamp - 600, body })
      expect(run({ secret, headers: old, body })).toBe('False')
    },
  )
})
