import { expect, it } from 'vitest'
import { z } from 'zod'
import { explainIssues } from '../../service/operation/explain-issues.ts'
import type { JsonSchema } from '../../service/operation/json-schema.ts'
import { describeProblem, describeReason, describeReasons } from '../src/api/describe-problem.ts'

it('shows the message of the service in English, unless it is for programs or has no text', () => {
  const shown = (code: string | null, message: string) => describeProblem({ code, message })
  expect(shown('svc_tag_not_found', 'There is no tag 7. GET /tags lists them.')).toBe(
    'This tag does not exist any more.',
  )
  expect(shown('svc_view_exists', 'You have a view called “A” already.')).toBe('You have a view called “A” already.')
  expect(shown('svc_of_a_newer_service', 'Send it to POST /new.')).toBe('Send it to POST /new.')
  expect(shown('toString', 'Hostile code.')).toBe('Hostile code.')
  expect(shown(null, 'Disconnected in Flotilla.')).toBe('Disconnected in Flotilla.')
})

it('writes a sentence for each usual reason of a refused field', () => {
  const schema = z.object({
    ...{ name: z.string().min(2), note: z.string().max(1), count: z.int().min(1).max(5), least: z.number().min(3) },
    ...{ email: z.email(), kind: z.enum(['a', 'b']), list: z.array(z.string()).min(1), missing: z.string() },
  })
  const given = { name: 'x', note: 'xx', count: 9, least: 1, email: 'x', kind: 'c', list: [] }
  // The JSON schema of zod has the members that the explanation reads.
  const described = z.toJSONSchema(schema) as unknown as JsonSchema
  const reasons = explainIssues(schema.safeParse(given).error?.issues ?? [], described)
  expect(Object.entries(reasons).map(([field, reason]) => [field, describeReason(reason)])).toEqual([
    ['name', 'Enter at least 2 characters.'],
    ['note', 'Enter at most 1 character.'],
    ['count', 'Enter a number from 1 to 5.'],
    ['least', 'Enter a number of 3 or more.'],
    ['email', 'Enter an e-mail address.'],
    ['kind', 'Choose one of: a, b.'],
    ['list', 'Add at least 1 entry.'],
    ['missing', 'Fill in this field.'],
  ])
  expect(describeReasons({ 'tags[0]': 'contains unknown ids: 7', ends_on: 'Enter a date.' })).toBe(
    'Tags 1 contains unknown ids: 7. Ends on: Enter a date.',
  )
})
