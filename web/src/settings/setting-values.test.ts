import { describe, expect, it } from 'vitest'
import { readSettingFields } from '../../settings-fields.ts'
import { settingPages } from './setting-pages.ts'
import { findSettings } from './setting-search.ts'
import { durationOf, parseStatuses, rangesOf, splitDuration } from './setting-values.ts'

const codes = [100, 200, 201, 202, 204, 301, 302, 401, 404, 500]

describe('statuses', () => {
  it.each([
    [[200, 201, 202, 204], '200-204'],
    [[200, 202], '200, 202'],
    [[200, 201, 401], '200-201, 401'],
    [[], ''],
  ])('%j are shown as “%s”, which means the same', (selected, text) => {
    expect(rangesOf(selected, codes)).toBe(text)
    expect(parseStatuses(text, codes)).toEqual(selected)
  })

  it('may be a wide range, in any order and with spaces', () => {
    expect(parseStatuses(' 401,200 - 299 ', codes)).toEqual([200, 201, 202, 204, 401])
  })

  it.each(['up', '2xx', '200-', '299-200', '600-700', '418', '200;201', '1'.repeat(400)])('are refused: %s', (text) => {
    expect(typeof parseStatuses(text, codes)).toBe('string')
  })
})

describe('a duration', () => {
  it.each([
    [60, { amount: 1, unit: 60 }],
    [90, { amount: 90, unit: 1 }],
    [7_200, { amount: 2, unit: 3_600 }],
    [45, { amount: 45, unit: 1 }],
  ])('of %d seconds has the largest whole unit', (seconds, split) => {
    expect(splitDuration(seconds)).toEqual(split)
  })

  it.each([
    ['60s', 60],
    ['2min', 120],
    ['2m', 120],
    ['1h', 3_600],
    ['1500ms', 1.5],
    ['30', 30],
    ['5000', 5],
    ['No limit', null],
  ])('of the API is read: %s', (text, seconds) => {
    expect(durationOf(text)).toBe(seconds)
  })
})

describe('the pages', () => {
  const shown = Object.values(settingPages).flatMap((sections) => sections.flatMap(({ settings }) => settings))

  it('show every setting that has an effect once, and no other', () => {
    const fields = Object.entries(readSettingFields()).flatMap(([group, each]) =>
      each.filter(({ withoutEffect }) => withoutEffect === undefined).map(({ key }) => `${group} ${key}`),
    )
    // Part of the control of the interval.
    const expected = fields.filter((field) => field !== 'monitoring svc_uptime_monitoring_interval_seconds')
    expect(shown.map(({ group, key }) => `${group} ${key}`).sort()).toEqual(expected.sort())
  })

  it('name every choice of a setting', () => {
    const fields = readSettingFields()
    for (const { group, key, options } of shown) {
      const field = fields[group]?.find((each) => each.key === key)
      if (options && field?.options) expect(Object.keys(options).sort()).toEqual(field.options.map(String).sort())
    }
  })

  it('are found by words of the label, the hint and by other words, the label first', () => {
    expect(findSettings('time zone')[0]?.label).toBe('Time zone')
    expect(findSettings('2FA').map(({ label }) => label)).toContain('Second factor required for')
    expect(findSettings('no such setting')).toEqual([])
  })
})
