/** What protects a route that reads a request outside of the pipeline, or without credentials. */
interface RequestReader {
  /** The largest request. */
  limit: string
  /** How often one caller may send it. */
  rate: string
  /** `file` › part of the title of a test. */
  test: string
}

const address = 'address and headers of 16 kB; no body is read'
const inMemory = (test: string): RequestReader => ({ limit: address, rate: 'none: answered from memory', test })
const countedRead = (test: string): RequestReader => ({
  limit: address,
  rate: 'a read of the caller',
  test,
})
const beforeSignIn = (rate: string, test: string): RequestReader => ({
  limit: 'a body of 16 kB within 10 seconds',
  rate,
  test,
})
const batch = (items: string): RequestReader => ({
  limit: `a body of 2 MB; ${items}`,
  rate: 'each item in its class; a stored Idempotency-Key as a change',
  test: 'service/idempotency-key.test.ts › stores a row only for a change that the caller may make, and counts it',
})

const operations = 'service/domain/access/operations'
const ways = 'service/domain/access/sign-in/sign-in-ways.test.ts'
const hostile = 'bench/fuzz/fuzz.release.test.ts › answers hostile requests without a 500'
const reads = 'service/request-readers.test.ts › counts calls outside of the pipeline as reads'

/** One row for each of these routes; request-readers.test.ts fails for a route without a row. */
export const requestReaders: Record<string, RequestReader> = {
  '/healthz': inMemory('service/protection.test.ts › answers health checks and signed-in people'),
  '/readyz': { limit: address, rate: 'none: one short query', test: 'service/protection.test.ts › and /readyz is 503' },
  '/metrics': countedRead(reads),
  '/mcp': {
    limit:
      'a body of 2 MB; ids, methods and searches of 200 characters, 10 words; inputs by the schema of the operation',
    rate: 'a read for each message, or the class of the operation that it runs',
    test: 'service/surfaces/mcp/mcp.test.ts › count every message: operations in their class, all others as reads',
  },
  '/.well-known/oauth-protected-resource': inMemory(hostile),
  '/.well-known/oauth-protected-resource/mcp': inMemory(hostile),
  '/api/openapi.json': countedRead(reads),
  '/api/docs': countedRead(reads),
  '/api/v1/abilities': countedRead(reads),
  '/api/v1/abilities/:namespace/:name': countedRead(reads),
  '/api/v1/categories': countedRead(reads),
  '/api/v1/categories/:slug': countedRead(reads),
  '/api/v2/batch': batch('the items of svc_rest_batch_items_limit'),
  '/api/v2/<group>/batch': batch('1,000 items'),
  '/wp-json': inMemory('service/surfaces/compat/compat.test.ts › names the namespaces without credentials'),
  '/wp-json/mainwp/v1': countedRead(reads),
  '/wp-json/mainwp/v1/*': countedRead(reads),
  '/': inMemory(hostile),
  '/assets/*': inMemory(hostile),
  '/:first': inMemory(hostile),
  '/:first/*': inMemory(hostile),
  '/api/v2/access/sessions': beforeSignIn(
    'per network, login and device; two password hashes at once, 40 wait (60 more who solved a puzzle)',
    "service/domain/access/passwords/check-password.test.ts › describe('guessing a password'",
  ),
  '/api/v2/access/sessions/second-factor': beforeSignIn('per user and type of code', `${ways} › locked: {`),
  '/api/v2/access/sessions/passkey': beforeSignIn(
    'none: a signature cannot be guessed, and each challenge works once',
    `${ways} › A signature cannot be guessed`,
  ),
  '/api/v2/access/sessions/passkey/options': beforeSignIn(
    '60 a minute per network',
    `${operations}/start-passkey-sign-in.test.ts › answers 429 after 60 calls of a network in a minute`,
  ),
  '/api/v2/access/sign-in-options': inMemory(hostile),
  '/api/v2/access/password-resets': beforeSignIn(
    'per typed name and per network',
    `${operations}/request-password-reset.test.ts › is limited per typed name, known or not, and per network`,
  ),
  '/api/v2/access/password-resets/use': beforeSignIn('60 a minute per network', `${ways} › lockedLink`),
  '/api/v2/access/invitations/read': beforeSignIn(
    '60 a minute per network',
    `${operations}/read-invitation.test.ts › and 429 after 60 of them in a minute`,
  ),
  '/api/v2/access/invitations/accept': beforeSignIn('60 a minute per network', `${ways} › lockedLink`),
  '/api/v2/access/single-sign-on/begin': beforeSignIn('60 a minute per network', hostile),
  '/api/v2/access/single-sign-on/finish': beforeSignIn('60 a minute per network', `${ways} › locked: {`),
  '/api/v2/access/key-logins': beforeSignIn(
    '10 a minute per network',
    `${operations}/start-key-login.test.ts › and is limited per network`,
  ),
  '/api/v2/access/key-logins/finish': beforeSignIn('per network', hostile),
  '/api/v2/packages/download/:token': {
    limit: address,
    rate: 'none: one lookup of a hash; each address works once',
    test: 'service/domain/packages/operations/download-package.test.ts › refuses an expired address, a guess',
  },
  '/api/v2/vulnerabilities/webhook': {
    limit: 'a signed body; refused before it is parsed',
    rate: 'none without a valid signature; a message counts once',
    test: 'service/domain/vulnerabilities/operations/receive-vulnerability-webhook.test.ts › refuses every message without a secret, and bodies that are too large',
  },
}
