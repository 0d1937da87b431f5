import { describe, expect, it } from 'vitest'
import { findContradictions, type PlaceReports } from './places.ts'
import { judgePage } from './visitors.ts'

const healed: PlaceReports = {
  answer: 'rolled_back (svc_update_rolled_back)',
  history: 'rolled_back/passed/restored',
  events: 'update.rolled_back to 2.1',
  condition: 'ok/ok',
  inbox: 'update-failed',
  overview: '1 ok',
}
const updated: PlaceReports = {
  answer: 'updated 2.1',
  history: 'updated/passed/disarmed',
  events: 'update.installed to 2.1',
  condition: 'ok/ok',
  inbox: 'nothing',
  overview: '1 ok',
}
const bad = { isGood: false, isHealthy: true, isTakenBack: true, isLate: false, version: '2.1' }

describe('the places of Flotilla against the truth', () => {
  it('accepts a good release and a bad one that was taken back', () => {
    expect(findContradictions(updated, { ...bad, isGood: true, isTakenBack: false })).toEqual([])
    expect(findContradictions(healed, bad)).toEqual([])
  })

  it.each([
    ['an answer that says updated', { answer: 'updated 2.1' }, 'answer'],
    ['a job that succeeded', { answer: 'succeeded, job completed' }, 'answer'],
    ['a history that says passed', { history: 'updated/passed/disarmed' }, 'history'],
    ['two events', { events: 'update.failed to 2.1, update.rolled_back to 2.1' }, 'events'],
    ['an event with the old version', { events: 'update.rolled_back to 1.0' }, 'events'],
    ['no line in Today', { inbox: 'nothing' }, 'Today'],
    ['an overview that counts it otherwise', { overview: '1 down' }, 'overview'],
  ])('finds %s', (_, change, place) => {
    const [found, ...others] = findContradictions({ ...healed, ...change }, bad)
    expect(found).toContain(place)
    expect(others).toEqual([])
  })

  it('finds a condition that is ok while the site is broken', () => {
    const truth = { ...bad, isHealthy: false, isTakenBack: false }
    expect(findContradictions(healed, truth)).toEqual(['condition: ok/ok'])
  })

  it('finds an alarm about a good release', () => {
    expect(findContradictions(healed, { ...bad, isGood: true, isTakenBack: false })).not.toEqual([])
  })
})

describe('what a visitor sees', () => {
  const page = { status: 200, ms: 20, location: '', body: '<!DOCTYPE html><html></html>' }
  it.each([
    [page, 'ok'],
    [null, 'no answer'],
    [{ ...page, body: '' }, 'blank'],
    [{ ...page, body: `Deprecated: x ${page.body}` }, 'text before the doctype'],
    [{ ...page, body: '<!DOCTYPE html><html>' }, 'cut off'],
    [{ ...page, status: 500 }, '500'],
    [{ ...page, status: 302, location: '/' }, 'redirect 302'],
    [{ ...page, status: 503, body: 'Briefly unavailable for scheduled maintenance.' }, 'maintenance'],
    [{ ...page, ms: 8_000 }, 'slow'],
  ])('%j is %s', (read, state) => {
    expect(judgePage(read)).toBe(state)
  })
})
