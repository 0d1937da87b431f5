import { expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import { FileAnswer } from '../../operation/answers.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { sendSpecialAnswer } from './send-answer.ts'
import { createServer } from './server.ts'
import { Traffic } from './traffic.ts'

const page = '<script>alert(1)</script><form action="https://evil.example/"><base href="https://evil.example/">'

async function answerOf(output: unknown) {
  const server = await createServer({
    log: createLog('silent'),
    context: { operations: [], addresses: [], run: () => Promise.reject(new Error('not here')) },
    surfaces: [(app) => app.get('/it', (request, reply) => void sendSpecialAnswer(output, request, reply))],
    clientAlias: false,
    newRequestId: () => 'request',
    traffic: new Traffic({ clock: systemClock }),
    authenticator: { onChange: () => () => {}, identify: async () => systemActor() },
  })
  const { headers } = await server.inject({ url: '/it', headers: { authorization: 'Bearer token' } })
  await server.close()
  const policy = String(headers['content-security-policy']).split(/; */)
  const directive = (name: string) =>
    policy
      .find((each) => each.split(' ')[0] === name)
      ?.split(' ')
      .slice(1)
  return { headers, directive }
}

it('serves a preview that runs nothing, loads nothing, sends nothing and has no origin', async () => {
  const { headers, directive } = await answerOf(new FileAnswer('report.html', 'text/html; charset=utf-8', page))
  expect(directive('default-src')).toEqual(["'none'"])
  expect(directive('script-src')).toBeUndefined()
  // Neither allow-scripts nor allow-same-origin: the content cannot reach the session or the dashboard.
  expect(directive('sandbox')).toEqual(['allow-popups'])
  expect([directive('form-action'), directive('base-uri')]).toEqual([["'none'"], ["'none'"]])
  expect([directive('frame-ancestors'), headers['x-frame-options']]).toEqual([["'self'"], 'SAMEORIGIN'])
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-disposition': 'inline; filename="report.html"',
  })
  expect(headers['set-cookie']).toBeUndefined()
})

it.each(['text/csv; charset=utf-8', 'application/pdf', 'image/svg+xml', 'application/xhtml+xml'])(
  'a file of type %s is kept, not shown',
  async (mediaType) => {
    const { headers } = await answerOf(new FileAnswer('a "b"\r\n.csv', mediaType, page))
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="a__b___.csv"',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  },
)
