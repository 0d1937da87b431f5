import { PassThrough, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { setUpService } from '../testing/people.ts'
import { bridge } from './mcp.ts'

const fixture = setUpService()

it('is reached over standard input and output with flotilla mcp', async () => {
  const { server } = await fixture.service.openAnother()
  const url = new URL('/mcp', await server.listen({ host: '127.0.0.1', port: 0 }))
  const output = new PassThrough()
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'list-sites', arguments: {} } },
  ]
  const lines = messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
  const send = (token: string) => bridge({ url, key: token, input: Readable.from(`${lines.join('\n')}\n`), output })
  await send(fixture.people.keys.read.token)
  await send('wrong')
  const answers = String(output.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.map(({ id, error }) => [id, error?.message.slice(0, 21)])).toEqual([
    [1, undefined],
    [2, undefined],
    [1, 'Flotilla answered 401'],
    [2, 'Flotilla answered 401'],
  ])
  expect(answers[1].result.content[0].text).toContain('DATA')
})
