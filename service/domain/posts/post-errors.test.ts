import { expect, it } from 'vitest'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { explainRefusal } from './post-errors.ts'

const site = { id: 1, url: 'https://one.example/' }
const explain = (error: unknown, type = 'post') => explainRefusal(error, type, 5, site)

it('reports a locked post as a conflict', () => {
  const message = 'The site answered: “This content is currently locked. Ed is currently editing.”'
  expect(explain(new ConnectorError('svc_site_error', message, { reason: 'child_error' }))).toMatchObject({
    code: 'svc_post_locked',
    kind: 'conflict',
    message: expect.stringContaining('Another user is editing 5'),
  })
})

it('names the kind of a missing post', () => {
  const missing = new ConnectorError('svc_not_found_on_site', 'The site has no post or page 5.')
  expect(explain(missing)).toMatchObject({ code: 'svc_post_not_found', kind: 'missing' })
  expect(explain(missing, 'page')).toMatchObject({ code: 'svc_page_not_found' })
  expect(explain(missing, 'product')).toMatchObject({
    code: 'svc_post_not_found',
    message: expect.stringContaining('of type product'),
  })
})

it('returns other errors unchanged', () => {
  const offline = new ConnectorError('svc_site_offline', 'It is off.')
  expect(explain(offline)).toBe(offline)
  const bug = new Error('currently locked')
  expect(explain(bug)).toBe(bug)
})
