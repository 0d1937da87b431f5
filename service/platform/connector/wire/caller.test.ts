import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.ts'
import { parseNetworks } from '../../outbound/address-guard.ts'
import { createOutbound } from '../../outbound/http-client.ts'
import { createConnector } from '../connector.ts'
import { sharedKeySource } from '../key-source.ts'
import { type Replay, saying, startReplay, status } from '../testing/replay.ts'

let replay: Replay
beforeEach(async () => {
  replay = await startReplay()
})
afterEach(() => replay.close())

describe('a signed call', () => {
  it('has a signature over function and nonce that the public key verifies', async () => {
    replay.replies.push(saying([]))
    await replay.connector.listPlugins(replay.site)
    const { form, headers } = replay.received[0]!
    const message = Buffer.from(`get_all_plugins${form.get('nonce')}`)
    const publicKey = createPublicKey((await sharedKeySource(2).take()).publicKeyPem)
    expect(verify('sha256', message, publicKey, Buffer.from(form.get('mainwpsignature')!, 'base64'))).toBe(true)
    expect(form.get('nonce')).toMatch(/^[0-9a-f]{32}$/)
    expect(Object.fromEntries(form)).toMatchObject({ sign_algo: '7', user: 'admin', mainwpver: '6.1.2' })
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  it('uses a nonce once', async () => {
    replay.replies.push(saying([]))
    await Promise.all(Array.from({ length: 5 }, () => replay.connector.ping(replay.site)))
    expect(new Set(replay.received.map(({ form }) => form.get('nonce'))).size).toBe(5)
  })

  it('has no user in a ping, so that no session is opened', async () => {
    replay.replies.push(saying([]))
    await replay.connector.ping(replay.site)
    expect(replay.received[0]!.form.has('user')).toBe(false)
  })

  it('uses SHA-256 even if the site requests less', async () => {
    replay.replies.push(saying({ error: 'To use OPENSSL_ALGO_SHA1 OpenSSL signature algorithm. Please deactivate' }))
    await expect(replay.connector.ping(replay.site)).rejects.toMatchObject({ code: 'svc_algorithm_refused' })
    expect(replay.received.map(({ form }) => form.get('sign_algo'))).toEqual(['7'])
  })

  it('sends the credentials of the web server, and the whole selection of a sync', async () => {
    replay.replies.push(saying({ version: '6.1' }))
    await replay.connector.readSite(
      { ...replay.site, basicAuth: { username: 'staff', password: 'pass' } },
      { parts: ['plugins'] },
    )
    const { form, headers } = replay.received[0]!
    expect(headers.authorization).toBe(`Basic ${Buffer.from('staff:pass').toString('base64')}`)
    const selection = JSON.parse(form.get('syncdata')!) as Record<string, number>
    expect(Object.keys(selection)).toHaveLength(23)
    expect(Object.keys(selection).filter((key) => selection[key] === 1)).toEqual([
      'plugins_outdate_info',
      'themes_outdate_info',
      'plugins',
    ])
    expect(form.has('server')).toBe(false)
    expect(form.has('othersData')).toBe(false)
  })
})

describe('a refused key', () => {
  const german = saying({ error: 'Authentifizierung fehlgeschlagen! Bitte deaktiviere und aktiviere das Plugin.' })

  it('is detected in any language, by a ping that fails in the same way', async () => {
    replay.replies.push(german)
    await expect(replay.connector.readSite(replay.site, { parts: [] })).rejects.toMatchObject({
      code: 'svc_key_refused',
    })
    expect(replay.received.map((call) => call.function)).toEqual(['stats', 'extra_execution'])
  })

  it('is not assumed when the ping is answered: then it is the administrator, if a ping as that user fails', async () => {
    const german = saying({ error: 'Kein Administrator' })
    replay.replies.push(german, saying([]), german)
    await expect(replay.connector.readSite(replay.site, { parts: [] })).rejects.toMatchObject({
      code: 'svc_admin_unknown',
    })
    expect(replay.received.map(({ form }) => form.has('user'))).toEqual([true, false, true])
  })

  it('nor the administrator when that ping is answered, too', async () => {
    replay.replies.push(saying({ error: 'Etwas anderes' }), saying([]))
    await expect(replay.connector.readSite(replay.site, { parts: [] })).rejects.toMatchObject({
      code: 'svc_site_error',
      message: 'The site answered: “Etwas anderes”',
    })
  })

  it('is not needed to detect in any language that a site is connected elsewhere', async () => {
    replay.replies.push(saying({ error: 'Diese Seite ist bereits verbunden.' }))
    await expect(replay.connector.probe(replay.site)).rejects.toMatchObject({ code: 'svc_already_connected' })
  })
})

describe('an error of the site', () => {
  it('is plain text and short', async () => {
    replay.replies.push(
      saying({ error: `<script>alert(1)</script><b>No</b> \u202e${'x'.repeat(5000)}`, error_code: '"><svg>' }),
    )
    const error = await replay.connector.listPlugins(replay.site).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'svc_site_error', childCode: undefined })
    expect(error.message).toMatch(/^The site answered: “No x+…”$/)
    expect(error.message.length).toBeLessThan(350)
  })
})

describe('a redirect', () => {
  it('to the same address is followed once with the same body', async () => {
    const again = `${replay.site.url}wp-admin/admin-ajax.php?again`
    replay.replies.push(status(301, '', { location: again }), saying({ version: '6.1' }))
    const snapshot = await replay.connector.readSite(replay.site, { parts: [] })
    expect(snapshot.correctedUrl).toBe(replay.site.url)
    expect(replay.received[1]!.form.toString()).toBe(replay.received[0]!.form.toString())
  })

  it.each([
    ['another host', (url: string) => url.replace('127.0.0.1', 'localhost')],
    ['another folder', (url: string) => `${url}blog/`],
    ['another port', (url: string) => url.replace(/:\d+/, ':8099')],
  ])('to %s gets no signed call', async (_, move) => {
    const location = `${move(replay.site.url)}wp-admin/admin-ajax.php`
    replay.replies.push(status(307, '', { location }), saying([]))
    await expect(replay.connector.ping(replay.site)).rejects.toMatchObject({ code: 'svc_redirected' })
    expect(replay.received).toHaveLength(1)
  })
})

describe('plain http', () => {
  it('is refused outside the allowed networks', async () => {
    replay.replies.push(saying([]))
    const outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
    const strict = createConnector({
      outbound,
      keys: sharedKeySource(2),
      clock: systemClock,
      allowNetworks: parseNetworks('10.0.0.0/8'),
    })
    await expect(strict.ping(replay.site)).rejects.toMatchObject({ code: 'svc_plain_http_refused', kind: 'not-sent' })
    await expect(strict.register(replay.site, { password: 'secret' })).rejects.toMatchObject({
      code: 'svc_plain_http_refused',
    })
    expect(replay.received).toEqual([])
    await outbound.close()
  })

  it('never replaces a refused address by another error', async () => {
    for (const url of [
      'ftp://site.example/',
      'https://user:pass@site.example/',
      'nonsense',
      'http://192.168.0.1/',
      'http://169.254.169.254/',
    ]) {
      await expect(replay.connector.ping({ ...replay.site, url })).rejects.toMatchObject({
        code: 'svc_invalid_url',
        mayHaveArrived: false,
      })
    }
  })
})

describe('the log', () => {
  it('has the call and its outcome, and no content', async () => {
    replay.replies.push(saying({ error: 'Authentication failed!' }))
    await replay.connector.setUserPassword(replay.site, 5, 'hunter2').catch(() => undefined)
    expect(replay.logged).toEqual([
      { site: 'replay', function: 'user_action', outcome: 'svc_key_refused', ms: expect.any(Number) },
    ])
  })
})
