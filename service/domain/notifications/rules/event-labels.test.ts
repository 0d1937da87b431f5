import { expect, it } from 'vitest'
import { translateSentence } from '../../../operation/sentences/sentences.ts'
import { eventTypes } from '../../events/index.ts'
import { describeEventLines, formatOutageDuration } from './event-labels.ts'
import { eventTextsIn } from './event-texts.ts'

const german = eventTextsIn('de')

it.each([...eventTypes.values()])('$type has a German title in messages and on pages', ({ type, title }) => {
  expect(german.phrases[type] ?? german.title(type, title)).not.toBe(title)
  expect(translateSentence(title, 'de')).not.toBe(title)
})

it('asks for an approval in the language of the reader', () => {
  const data = {
    operation: 'add-tag',
    label: 'Add tag',
    targets: 2,
    by: 'Bot',
    address: 'https://flotilla.example/approvals/7',
  }
  const event = { type: 'approval.requested', data, site_id: null, site_name: null, site_url: null }
  expect(describeEventLines([event as never], () => '12:00', german).join('')).toContain(
    'Bot möchte „Schlagwort hinzufügen“ auf 2 Ziele anwenden. Entscheiden Sie innerhalb von 10 Minuten: https://flotilla.example/approvals/7',
  )
})

it.each([
  [40, '40 s'],
  [300, '5 min'],
  [7500, '2 h 5 min'],
  [266_400, '3 d 2 h'],
  [-5, '0 s'],
])('an incident of %d seconds lasted %s', (seconds, text) => {
  expect(formatOutageDuration(seconds * 1000)).toBe(text)
})
