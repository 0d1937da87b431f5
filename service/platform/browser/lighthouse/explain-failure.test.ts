import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const url = 'https://site.test/'
const failed = (code: string, { message = '', finalUrl = url } = {}) => ({ finalUrl, failure: { code, message } })
const refused = { kind: 'refused', host: 'inner.test', sentence: 'Not allowed.' } as const
const away = { kind: 'unreachable', host: 'site.test', sentence: 'There is no answer.' } as const

describe('the reason why a page could not be audited', () => {
  it('is a sentence for each error of Lighthouse', () => {
    const status = failed('ERRORED_DOCUMENT_REQUEST', { message: 'Lighthouse was unable … (Status code: 503)' })
    expect(explainFailure(url, status, [])).toBe('The site answered with HTTP status 503.')
    expect(explainFailure(url, failed('NOT_HTML'), [])).toBe('The address does not return an HTML page.')
    expect(explainFailure(url, failed('SOMETHING_NEW'), [])).toContain('SOMETHING_NEW')
  })

  it('is the refusal of our proxy, which Lighthouse does not know', () => {
    expect(explainFailure(url, failed('FAILED_DOCUMENT_REQUEST'), [away])).toBe('There is no answer.')
    const moved = failed('ERRORED_DOCUMENT_REQUEST', { finalUrl: 'http://inner.test/', message: 'Status code: 403' })
    expect(explainFailure(url, moved, [{ ...away, host: 'images.test' }, refused])).toBe('Not allowed.')
    expect(explainFailure(url, failed('FAILED_DOCUMENT_REQUEST', { finalUrl: 'chrome-error://x/' }), [refused])).toBe(
      'Not allowed.',
    )
  })

  it('is not a missing image of the page', () => {
    const picture = { ...away, host: 'images.test' }
    expect(explainFailure(url, failed('NO_FCP'), [picture])).toContain('stayed empty')
  })
})
