import { type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'

const signAsync = promisify(sign)
const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip' }

export interface BareCall {
  url: string
  key: KeyObject
  name: string
  fields: Record<string, string>
}

/** The minimum of a call to a site: the signature, the request, the decoding. Nothing is checked or stored. */
export function bareCaller(connections: number) {
  const agent = new Agent({ connections, pipelining: 1 })
  return {
    async call({ url, key, name, fields }: BareCall): Promise<unknown> {
      const nonce = randomBytes(16).toString('hex')
      const signature = (await signAsync('sha256', Buffer.from(name + nonce), key)) as Buffer
      const form = { function: name, nonce, sign_algo: '7', mainwpsignature: signature.toString('base64'), ...fields }
      const answer = await request(`${url}wp-admin/admin-ajax.php`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form).toString(),
        dispatcher: agent,
      })
      const packed = Buffer.from(await answer.body.arrayBuffer())
      const body = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed
      const payload = body.subarray(body.indexOf('<mainwp>') + 8, body.indexOf('</mainwp>')).toString('latin1')
      return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
    },
    close: () => agent.close(),
  }
}
