import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { pipeTransport } from './pipe-transport.ts'

const megabyte = 1024 * 1024

async function receive(...chunks: string[]) {
  const fromChromium = new PassThrough()
  const transport = pipeTransport(new PassThrough(), fromChromium)
  const messages: string[] = []
  transport.onmessage = (message) => void messages.push(message)
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve
  })
  for (const chunk of chunks) fromChromium.write(chunk)
  fromChromium.end()
  await closed
  await new Promise((resolve) => setImmediate(resolve))
  return messages
}

it('divides messages at NUL, wherever the chunks end', async () => {
  expect(await receive('{"id":1}\0{"me', 'thod":"a"}\0', '{"id', '":2}', '\0')).toEqual([
    '{"id":1}',
    '{"method":"a"}',
    '{"id":2}',
  ])
})

it('leaves out an event with a long text of the page, and reads what follows', async () => {
  const long = 'x'.repeat(megabyte)
  const event = `{"method":"Runtime.consoleAPICalled","params":"${long}"}\0`
  const answer = `{"id":1,"result":"${long}"}`
  const chunks = [event.slice(0, 4), event.slice(4, 50), event.slice(50), `${answer}\0{"id":2}\0`]
  expect(await receive(...chunks)).toEqual([answer, '{"id":2}'])
})

it('ends the connection at an answer that is too large', async () => {
  const chunks = Array.from({ length: 65 }, () => 'x'.repeat(megabyte))
  expect(await receive('{"id":1,"result":"', ...chunks, '"}\0{"id":2}\0')).toEqual([])
})
