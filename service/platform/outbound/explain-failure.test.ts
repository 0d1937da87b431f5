import { expect, it } from 'vitest'
import { explainConnectFailure } from './explain-failure.ts'

const failure = (code: string) => Object.assign(new Error('text of the other side'), { code })

it.each([
  ['ECONNREFUSED', false, 'connect_failed'],
  ['EHOSTUNREACH', false, 'connect_failed'],
  ['ECONNRESET', true, 'tls_failed'],
  ['EPROTO', true, 'tls_failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', true, 'tls_failed'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', true, 'tls_failed'],
  ['CERT_HAS_EXPIRED', true, 'tls_invalid'],
  ['CERT_REVOKED', true, 'tls_invalid'],
  ['EE_KEY_TOO_SMALL', true, 'tls_invalid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true, 'tls_invalid'],
])('%s (encrypting: %s) is %s', (code, encrypting, expected) => {
  const error = explainConnectFailure(failure(code), 'site.test', encrypting)
  expect(error).toMatchObject({ code: expected, detail: code, mayHaveArrived: false })
  expect(error.message).not.toContain('text of the other side')
})

it('does not repeat a code that is not a plain word', () => {
  expect(explainConnectFailure(failure('free text: secret'), 'site.test', false).detail).toBeUndefined()
})
