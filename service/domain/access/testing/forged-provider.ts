import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject, onTestFinished } from 'vitest'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export interface ForgedProvider {
  issuer: string
  /** Changes what the provider sends. */
  discovery: Record<string, unknown>
  /** The claims of the next identity token. */
  claims: Record<string, unknown>
  header: Record<string, unknown>
  signature: 'right' | 'wrong' | 'none'
  /** Instead of the usual answer of a path. */
  answers: Record<string, (response: ServerResponse) => void>
}

/** A provider that sends whatever a test wants, with a real key. It closes with the test. */
export async function startForgedProvider(): Promise<ForgedProvider> {
  const key = createPrivateKey(inject('keyPairs')[0]!.privateKeyPem)
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname
    const own = forged.answers[path]
    if (own) return own(response)
    const send = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/.well-known/openid-configuration') send(forged.discovery)
    else if (path === '/jwks') send({ keys: [jwk] })
    else if (path === '/token')
      send({ access_token: 'access', token_type: 'bearer', expires_in: 60, id_token: identityToken() })
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const forged: ForgedProvider = {
    issuer,
    discovery: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    claims: {},
    header: { alg: 'RS256', kid: 'one' },
    signature: 'right',
    answers: {},
  }
  const identityToken = () => {
    const signed = `${encode(forged.header)}.${encode(forged.claims)}`
    if (forged.signature === 'none') return `${signed}.`
    const text = forged.signature === 'wrong' ? `${signed}x` : signed
    return `${signed}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return forged
}
