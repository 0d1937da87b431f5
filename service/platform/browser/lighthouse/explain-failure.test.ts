import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const url = 'https://site.test/'
const failed = (code: string, { message = '', finalUrl = url } = {}) => ({ finalUrl, failure: { code, message } })
const refused = { kind: 'refused', host: 'inner.test', sentence: 'Not allowed.' } as const
const away = { kind: 'unreachable', host: 'site.test', sentence: 'Nobody answers.' } as const

describe('why a page could not be looked at', () => {
  it('is a sentence for what Lighthouse tells', () => {
    const status = failed('ERRORED_DOCUMENT_REQUEST', { message: 'Lighthouse was unable … (Status code: 503)' })
    expect(explainFailure(url, status, [])).toBe('The site answered with HTTP status 503.')
    expect(explainFailure(url, failed('NOT_HTML'), [])).toBe('The address gives no HTML page.')
    expect(explainFailure(url, failed('SOMETHING_NEW'), [])).toContain('SOMETHING_NEW')
  })

  it('is what stopped us before the page, which Lighthouse cannot know', () => {
    expect(explainFailure(url, failed('FAILED_DOCUMENT_REQUEST'), [away])).toBe('Nobody answers.')
    const moved = failed('ERRORED_DOCUMENT_REQUEST', { finalUrl: 'http://inner.test/', message: 'Status code: 403' })
    expect(explainFailure(url, moved, [{ ...away, host: 'images.test' }, refused])).toBe('Not allowed.')
    expect(explainFailure(url, failed('FAILED_DOCUMENT_REQUEST', { finalUrl: 'chrome-error://x/' }), [refused])).toBe(
      'Not allowed.',
    )
  })

  it('is not that a picture of the page could not be had', () => {
    const picture = { ...away, host: 'images.test' }
    expect(explainFailure(url, failed('NO_FCP'), [picture])).toContain('stayed empty')
  })
})
