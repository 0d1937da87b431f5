import { expect, it } from 'vitest'
import { describeProblem, describeReason, describeReasons } from './describe-problem.ts'

it('shows the message of the service in English, unless it is for programs or has no text', () => {
  const shown = (code: string | null, message: string) => describeProblem({ code, message })
  expect(shown('svc_tag_not_found', 'There is no tag 7. GET /tags lists them.')).toBe('This tag no longer exists.')
  expect(shown('svc_view_exists', 'You have a view called “A” already.')).toBe('You have a view called “A” already.')
  expect(shown('svc_of_a_newer_service', 'Send it to POST /new.')).toBe('Send it to POST /new.')
  expect(shown('toString', 'Hostile code.')).toBe('Hostile code.')
  expect(shown(null, 'Disconnected in Flotilla.')).toBe('Disconnected in Flotilla.')
})

// service/operation/explain-issues.ts writes these reasons.
it.each([
  ['is required (text)', 'Fill in this field.'],
  ['must be one of: a, b', 'Choose one of: a, b.'],
  ['must have at least 2 characters', 'Enter at least 2 characters.'],
  ['must have at most 1 characters', 'Enter at most 1 character.'],
  ['must have at least 1 elements', 'Add at least 1 entry.'],
  ['must be a whole number from 1 to 5', 'Enter a number from 1 to 5.'],
  ['must be a number, 3 or more', 'Enter a number of 3 or more.'],
  ['must be an e-mail address', 'Enter an e-mail address.'],
  ['contains unknown ids: 7', 'contains unknown ids: 7'],
])('describes the reason “%s”', (reason, text) => {
  expect(describeReason(reason)).toBe(text)
})

it('names the field where the field itself is not shown', () => {
  expect(describeReasons({ 'tags[0]': 'contains unknown ids: 7', ends_on: 'Enter a date.' })).toBe(
    'Tags 1 contains unknown ids: 7. Ends on: Enter a date.',
  )
})
