import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DebianProgram, findDebianProgram } from '../../testing/debian-programs.ts'
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
const programs: Record<string, { command: DebianProgram | string; args: (example: string) => string[] }> = {
  python: {
    command: await findDebianProgram('python3', 'python3-minimal'),
    args: (example) => [
      '-c',
      `${example}\nimport json, sys\ngiven = json.load(sys.stdin)\nprint(verify(given["secret"], given["headers"], given["body"].encode()))`,
    ],
  },
  go: {
    command: await findDebianProgram('usr/lib/go-1.19/bin/go', 'golang-1.19-go', 'golang-1.19-src'),
    args: (example) => ['run', writeGoProgram(example)],
  },
  php: {
    command: await findDebianProgram('php8.2', 'php8.2-cli'),
    args: (example) => [
      '-r',
      `${example}\n$given = json_decode(file_get_contents('php://stdin'), true); echo verify($given['secret'], $given['headers'], $given['body']) ? 'True' : 'False';`,
    ],
  },
}

function writeGoProgram(example: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-go-'))
  const packages = ['crypto/hmac', 'crypto/sha256', 'encoding/base64', 'encoding/json', 'fmt', 'net/http', 'os']
  const imports = [...packages, 'strconv', 'strings', 'time'].map((name) => `"${name}"`).join('; ')
  const main = `func main() {
    var given struct { Secret string; Headers map[string]string; Body string }
    if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil { panic(err) }
    header := http.Header{}
    for name, value := range given.Headers { header.Set(name, value) }
    if verify(given.Secret, header, []byte(given.Body)) { fmt.Println("True") } else { fmt.Println("False") }
  }`
  const file = join(folder, 'main.go')
  writeFileSync(file, `package main\nimport (${imports})\n${example}\n${main}\n`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return file
}

describe.each(Object.entries(programs))('the example in %s', (language, { command, args }) => {
  const prepare = () => {
    const given = args(exampleIn(language))
    if (typeof command === 'string') throw new Error(command)
    // Go finds its library beside itself; a C compiler is not needed.
    const env = { ...process.env, ...command.environment, CGO_ENABLED: '0' }
    return (input: object) =>
      spawnSync(command.path, given, { input: JSON.stringify(input), encoding: 'utf8', env }).stdout.trim()
  }

  itIf({ present: typeof command !== 'string', name: language })(
    'accepts our messages, also during a rotation, and no others',
    () => {
      const run = prepare()
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

it('the example in Node.js answers 204 to our messages and 401 to others', async () => {
  const secret = newEndpointSecret()
  const program = exampleIn('js').replace(
    '.listen(3000)',
    ".listen(0, '127.0.0.1', function () { console.log(this.address().port) })",
  )
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const port = String((await once(child.stdout, 'data'))[0]).trim()
  const body = JSON.stringify({ id: 'evt_1', type: 'site.added', subject: 'site:1' })
  const send = async (text: string) => {
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = signatureHeaders([secret], { id: 'evt_1', timestamp, body })
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers })).status
  }
  expect([await send(body), await send(`${body} `)]).toEqual([204, 401])
})
