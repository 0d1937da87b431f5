import { expect, it } from 'vitest'
import { setUpUpdateRun } from './domain/updates/testing/set-up-update-run.ts'
import type { Answer } from './testing/test-service.ts'

const forms = 'forms/forms.php'
const minuteMs = 60_000

/**
 * What each place says about an update, by outcome: the answer of the ability, the history, its checks and watch, the condition of the
 * site, the events and the line in Today. The other places read the history or the condition.
 */
const table = {
  healthy: {
    answer: 'updated 1.1',
    history: 'updated, 1.1, later: nothing',
    checks: 'passed, guard armed, watching',
    condition: 'ok',
    events: 'update.installed 1.1 info',
    today: 'nothing',
  },
  'failed its checks, still there': {
    answer: 'failed svc_checks_failed',
    history: 'failed svc_checks_failed, 1.1, later: nothing',
    checks: 'failed, guard refused, not watched',
    condition: 'degraded update_checks_failed',
    events: 'update.failed 1.1 warning',
    today: '1 update failed',
  },
  'could not be checked': {
    answer: 'unknown svc_site_not_checked',
    history: 'unknown svc_site_not_checked, 1.1, later: nothing',
    checks: 'unknown, guard armed, not watched',
    condition: 'degraded update_unchecked',
    events: 'update.failed 1.1 warning',
    today: 'The outcome of 1 update is unknown',
  },
  'the item is gone': {
    answer: 'failed svc_item_missing',
    history: 'failed svc_item_missing, 1.1, later: nothing',
    checks: 'failed, guard refused, not watched',
    condition: 'degraded update_checks_failed',
    events: 'update.failed 1.1 warning',
    today: '1 update failed',
  },
  'restored by its guard': {
    answer: 'rolled_back svc_update_rolled_back',
    history: 'rolled_back svc_update_rolled_back, 1.0, later: nothing',
    checks: 'passed, guard restored, not watched',
    condition: 'ok',
    events: 'update.rolled_back 1.1 warning',
    today: '1 update failed',
  },
  'failed later, restored': {
    // The answer ends before the watch does.
    answer: 'updated 1.1',
    history: 'rolled_back svc_update_rolled_back, 1.0, later: rolled_back',
    checks: 'passed, guard restored, failed',
    condition: 'ok',
    events: 'update.installed 1.1 info; update.rolled_back 1.1 warning',
    today: '1 update failed',
  },
  'failed later, files changed by a person': {
    answer: 'updated 1.1',
    history: 'failed svc_checks_failed, 1.1, later: failed',
    checks: 'failed, guard stood_down, failed',
    condition: 'degraded update_checks_failed',
    events: 'update.installed 1.1 info; update.failed 1.1 warning',
    today: '1 update failed',
  },
} as const
type Outcome = keyof typeof table
const outcomes = Object.keys(table) as Outcome[]

const fixture = setUpUpdateRun({ sites: outcomes.length, soak: true })
const { rest, ability } = fixture
const idOf = (outcome: Outcome) => outcomes.indexOf(outcome) + 1
const siteOf = (outcome: Outcome) => fixture.sites[idOf(outcome) - 1]!

/** Advances the clock until the work has ended: pauses depend on it. */
async function passTime<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    fixture.service.clock.advance(1_000)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))])
  }
  return ended
}

function prepareReleases() {
  siteOf('failed its checks, still there').snippetsForbidden = true
  siteOf('failed its checks, still there').onUpdate(forms, 'blank')
  const limited = siteOf('could not be checked')
  const record = limited.record.bind(limited)
  // After the update, its host answers that there are too many requests.
  limited.record = (name, ...rest) => {
    if (name === 'upgradeplugintheme') limited.setFault('http-429', { on: 'front page' })
    record(name, ...rest)
  }
  siteOf('the item is gone').snippetsForbidden = true
  siteOf('the item is gone').onUpdate(forms, 'deletes-itself')
  siteOf('restored by its guard').onUpdate(forms, 'fatal-at-load')
  for (const outcome of ['failed later, restored', 'failed later, files changed by a person'] as const)
    siteOf(outcome).onUpdate(forms, 'blank-later', { delay: 86_400_000 })
}

/** One site per outcome; the answers by outcome. */
async function updateSites(): Promise<Map<Outcome, Answer['body']>> {
  const answers = new Map<Outcome, Answer['body']>()
  for (const outcome of outcomes) {
    const input = { site_id_or_domain: idOf(outcome), slugs: [forms] }
    answers.set(outcome, (await passTime(ability('update-site-plugins', input))).body)
  }
  siteOf('failed later, files changed by a person').guards.touch(forms)
  fixture.service.clock.advance(minuteMs)
  for (const outcome of ['failed later, restored', 'failed later, files changed by a person'] as const) {
    siteOf(outcome).releases.hurry()
    await passTime(fixture.service.app.run('check-watched-site', { site_id_or_domain: idOf(outcome) }))
  }
  return answers
}

const line = (...parts: unknown[]) => parts.filter(Boolean).join(' ')

async function readPlaces(outcome: Outcome, { updated, errors }: Answer['body']) {
  const id = idOf(outcome)
  const [row] = (await rest(`GET /updates/history?site_id=${id}`)).body.data
  const { condition } = (await rest(`GET /sites/${id}`)).body.data
  const { rows: events } = await fixture.service.db.pool.query<{ type: string; to: string; severity: string }>(
    `select type, data ->> 'to' as to, severity from events
     where site_id = $1 and type in ('update.installed', 'update.failed', 'update.rolled_back') order by id`,
    [id],
  )
  const today = (await rest('GET /inbox')).body.data.find(({ site_id }: { site_id: number }) => site_id === id)
  const later = row.amendments.map(({ result }: { result: string }) => result).join('; ') || 'nothing'
  return {
    answer: updated[0] ? `updated ${updated[0].new_version}` : line(errors[0].result, errors[0].code),
    history: `${line(row.result, row.code)}, ${row.new_version}, later: ${later}`,
    checks: `${row.checks}, guard ${row.guard}, ${row.watch ?? 'not watched'}`,
    condition: condition.state === 'ok' ? 'ok' : line(condition.state, condition.cause),
    events: events.map(({ type, to, severity }) => line(type, to, severity)).join('; '),
    today: today ? today.title.replace(/ on .*/, '') : 'nothing',
  }
}

it('every place says the same about an update, whatever became of it', async () => {
  await rest('PUT /update-policies', { scope: 'fleet', rules: { hold_after: 100 } })
  prepareReleases()
  const answers = await updateSites()
  const seen = await Promise.all(
    outcomes.map(async (outcome) => [outcome, await readPlaces(outcome, answers.get(outcome))]),
  )
  expect(Object.fromEntries(seen)).toEqual(table)
  const { by_condition } = (await rest('GET /overview')).body.data.sites
  expect([by_condition.ok, by_condition.degraded]).toEqual([3, 4])
}, 120_000)
