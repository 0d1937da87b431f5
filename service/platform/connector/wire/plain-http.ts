import { BlockList, isIPv6 } from 'node:net'
import type { Network } from '../../outbound/address-guard.ts'
import type { Outbound } from '../../outbound/http-client.ts'
import { ConnectorError } from '../errors.ts'

/**
 * Signatures cover neither parameters nor time, so a call that is intercepted can be repeated with other parameters.
 * Without TLS a site is called only inside explicitly allowed networks.
 */
export function createPlainHttpGuard(outbound: Pick<Outbound, 'check'>, allowed: readonly Network[]) {
  const networks = new BlockList()
  for (const { first, prefix } of allowed) networks.addSubnet(first.toString(), prefix, first.kind())
  const isAllowed = (address: string) => networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return async (url: string, signal?: AbortSignal): Promise<void> => {
    if (!/^http:/i.test(url)) return
    const { addresses, hostname } = await outbound.check(url, signal)
    if (addresses.length > 0 && addresses.every(isAllowed)) return
    throw new ConnectorError(
      'svc_plain_http_refused',
      `${hostname} is addressed without encryption, so its data can be intercepted; use https, or add its network to ALLOW_NETWORKS.`,
    )
  }
}
