import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, type Day, daysBetween, isDay, utcDay } from '../../../platform/calendar.ts'
import type { RenewalType } from '../cost.ts'
import { nextRenewal, type Renewing, renewalsOf } from './renewal.ts'

const cost = (renewal_type: RenewalType, last_renewal: Day | null, more: Partial<Renewing> = {}): Renewing => ({
  payment_type: 'subscription',
  status: 'active',
  renewal_type,
  last_renewal,
  ...more,
})

describe('the next renewal', () => {
  it.each([
    ['monthly', '2026-01-31', '2026-02-01', '2026-02-28'],
    ['monthly', '2026-01-31', '2026-03-01', '2026-03-31'],
    ['monthly', '2026-01-31', '2026-04-01', '2026-04-30'],
    ['monthly', '2028-01-31', '2028-02-01', '2028-02-29'],
    ['monthly', '2028-01-30', '2028-02-29', '2028-02-29'],
    ['monthly', '2026-11-15', '2026-11-15', '2026-12-15'],
    ['monthly', '2026-12-15', '2026-12-20', '2027-01-15'],
    ['quarterly', '2026-11-30', '2026-12-01', '2027-02-28'],
    ['quarterly', '2026-11-30', '2027-03-01', '2027-05-30'],
    ['yearly', '2024-02-29', '2025-01-01', '2025-02-28'],
    ['yearly', '2024-02-29', '2025-03-01', '2026-02-28'],
    ['yearly', '2024-02-29', '2027-03-01', '2028-02-29'],
    ['weekly', '2026-12-28', '2026-12-29', '2027-01-04'],
    ['weekly', '2026-11-01', '2026-11-15', '2026-11-15'],
  ] as const)('%s from %s, on %s: %s', (interval, anchor, today, expected) => {
    expect(nextRenewal(cost(interval, anchor), today)).toBe(expected)
  })

  it('is today when it is due today', () => {
    expect(nextRenewal(cost('monthly', '2026-10-15'), '2026-11-15')).toBe('2026-11-15')
  })

  it('is one interval after a last renewal in the future', () => {
    expect(nextRenewal(cost('monthly', '2027-01-31'), '2026-11-15')).toBe('2027-02-28')
    expect(nextRenewal(cost('weekly', '2027-01-31'), '2026-11-15')).toBe('2027-02-07')
  })

  it('is null without an interval or a last renewal, for lifetime and for ended costs', () => {
    for (const none of [
      cost('disabled', '2026-10-15'),
      cost('monthly', null),
      cost('monthly', '2026-10-15', { payment_type: 'lifetime' }),
      cost('monthly', '2026-10-15', { status: 'canceled' }),
      cost('monthly', '2026-10-15', { status: 'expired' }),
    ]) {
      expect(nextRenewal(none, '2026-11-15')).toBeNull()
    }
    for (const status of ['onhold', 'pending_cancelation'] as const) {
      expect(nextRenewal(cost('monthly', '2026-10-15', { status }), '2026-11-15')).toBe('2026-11-15')
    }
  })
})

describe('for all days and intervals', () => {
  const day = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((time) => utcDay(time))
  const interval = fc.constantFrom('weekly', 'monthly', 'quarterly', 'yearly')

  it('is the first renewal that is not in the past', () => {
    fc.assert(
      fc.property(interval, day, day, (renewal_type, anchor, today) => {
        const renewals = renewalsOf(cost(renewal_type, anchor))!
        const number = renewals.firstFrom(today)
        expect(number).toBeGreaterThanOrEqual(1)
        expect(renewals.day(number) >= today).toBe(true)
        expect(number === 1 || renewals.day(number - 1) < today).toBe(true)
        expect(nextRenewal(cost(renewal_type, anchor), today)).toBe(renewals.day(number))
      }),
    )
  })

  it('keeps the day of the month of the last renewal where the month has it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('monthly', 'quarterly', 'yearly'),
        day,
        fc.integer({ min: 1, max: 500 }),
        (renewal_type, anchor, number) => {
          const renewal = renewalsOf(cost(renewal_type, anchor))!.day(number)
          const isLastOfMonth = addDays(renewal, 1).endsWith('-01')
          const date = (text: string) => Number(text.slice(8))
          expect(date(renewal) === date(anchor) || (isLastOfMonth && date(renewal) < date(anchor))).toBe(true)
        },
      ),
    )
  })

  it('repeats weekly renewals every seven days', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 500 }), (anchor, number) => {
        expect(daysBetween(anchor, renewalsOf(cost('weekly', anchor))!.day(number))).toBe(7 * number)
      }),
    )
  })

  it('never passes the day when months are added and subtracted', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 60 }), (start, months) => {
        const back = addMonths(addMonths(start, months), -months)
        expect(back <= start && back.slice(0, 7) === start.slice(0, 7)).toBe(true)
      }),
    )
  })
})

it.each(['2026-02-29', '2026-13-01', '2026-1-1', '1969-12-31', '3000-01-01', '2026-11-15T00:00:00Z', 'tomorrow', ''])(
  '%j is no day',
  (text) => expect(isDay(text)).toBe(false),
)
