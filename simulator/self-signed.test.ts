import { X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { describe, expect, it } from 'vitest'
import { startFleet } from './fleet.ts'
import { selfSigned } from './self-signed.ts'

const validFrom = new Date('2026-01-01T00:00:00Z')
const validTo = new Date('2126-01-01T00:00:00Z')

const status = (url: string, ca?: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { ca, agent: false }, (incoming) => resolve(incoming.resume().statusCode))
    outgoing.on('error', reject)
    outgoing.end()
  })

describe('a self-signed certificate', () => {
  it('contains hosts, addresses and dates', () => {
    const { cert } = selfSigned({
      hosts: ['shop.example', '127.10.0.1'],
      validFrom,
      validTo: new Date('2027-02-03T04:05:06Z'),
    })
    const read = new X509Certificate(cert)
    expect(read.subjectAltName).toBe('DNS:shop.example, IP Address:127.10.0.1')
    expect(read.validToDate.toISOString()).toBe('2027-02-03T04:05:06.000Z')
    expect(read.checkHost('shop.example')).toBe('shop.example')
  })

  it('lets a fleet serve https to clients that trust it', async () => {
    const tls = selfSigned({ hosts: ['127.10.0.1'], validFrom, validTo })
    const fleet = await startFleet({ sites: 1, tls })
    const { url } = fleet.sites[0]!
    expect(url).toMatch(/^https:/)
    expect(await status(url, tls.cert)).toBe(200)
    await expect(status(url)).rejects.toThrow(/self.signed/)
    await fleet.close()
  })
})
