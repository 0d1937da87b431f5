import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Expectation, expectations } from './testing/captured-answers.ts'
import { withSecondReading } from './testing/captured-changes.ts'
import { type Replay, saying, startReplay } from './testing/replay.ts'

const folder = new URL('../../../simulator/captures/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const payloadOf = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

/** `066s`: the list of capture 066 as in a sync. `023e`: the sync embedded in 023. `038+`: with the theme that is about to be activated. */
function replyFor(reference: string): unknown {
  const payload = payloadOf(names.find((name) => name.startsWith(reference.slice(0, 3)))!) as Record<string, unknown>
  if (reference.endsWith('+')) {
    const theme = { name: 'Fleet Theme Two', version: '1.0.0', active: 0, slug: 'fleet-theme-two' }
    return { data: [...(payload.data as unknown[]), theme] }
  }
  if (reference.endsWith('e')) return payload.sync
  if (!reference.endsWith('s')) return payload
  const name = names.find((each) => each.startsWith(reference.slice(0, 3)))!
  return { version: '6.1', wpversion: '6.8.99', [name.includes('themes') ? 'themes' : 'plugins']: payload.data }
}

describe('the answers of a live site', () => {
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay()
  })
  afterAll(() => replay.close())
  beforeEach(() => {
    replay.received.length = 0
  })

  async function check({ call, gives, fails }: Expectation, replies: unknown[]): Promise<void> {
    replay.replies.splice(0, replay.replies.length, ...replies.map(saying))
    const result = call(replay.connector, replay.site)
    if (fails) {
      const [code, childCode] = fails
      await expect(result).rejects.toMatchObject({ name: 'ConnectorError', code, ...(childCode && { childCode }) })
      return
    }
    const answer = await result
    if (gives === undefined) expect(answer).toBeUndefined()
    else if (Array.isArray(gives) || 'asymmetricMatch' in (gives as object)) expect(answer).toEqual(gives)
    else expect(answer).toMatchObject(gives as object)
  }

  for (const expectation of expectations) {
    for (const number of expectation.captures.split(' ')) {
      const name = names.find((each) => each.startsWith(number))!
      it(`${name} is parsed`, () => check(expectation, [payloadOf(name)]))
    }
  }

  for (const expectation of withSecondReading) {
    it(`${expectation.captures} is parsed together with the state of the site`, () =>
      check(expectation, expectation.replies.map(replyFor)))
  }

  it('are all covered', () => {
    const covered = [...expectations, ...withSecondReading].flatMap(({ captures }) => captures.split(' '))
    expect(covered.sort()).toEqual(names.map((name) => name.slice(0, 3)).sort())
  })
})
