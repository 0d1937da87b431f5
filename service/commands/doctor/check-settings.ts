import type { Config } from '../../platform/config.ts'
import { type Finding, ok, warning } from './finding.ts'

const loopback = ['localhost', '127.0.0.1', '::1', '[::1]']

/** Settings that are valid but probably wrong. */
export function checkSettings(config: Config): Finding[] {
  return [checkPublicUrl(config), checkTrustProxy(config), checkMail(config)]
}

function checkPublicUrl({ PUBLIC_URL, HOST }: Config): Finding {
  if (!PUBLIC_URL) {
    return loopback.includes(HOST)
      ? ok('PUBLIC_URL', 'not set; only this machine can reach Flotilla')
      : warning(
          'PUBLIC_URL',
          'Not set, so links in answers are guessed, and no invitation or password reset is sent by e-mail. Set it to the address people use.',
        )
  }
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol === 'http:' && !loopback.includes(hostname)) {
    return warning('PUBLIC_URL', `${PUBLIC_URL} is not encrypted: passwords and keys can be intercepted. Use TLS.`)
  }
  return ok('PUBLIC_URL', PUBLIC_URL)
}

function checkTrustProxy({ PUBLIC_URL, TRUST_PROXY, HOST }: Config): Finding {
  const everyone = ['on', 'true', '0.0.0.0/0', '::/0'].some((value) => TRUST_PROXY?.split(',').includes(value))
  if (everyone && !loopback.includes(HOST)) {
    return warning(
      'TRUST_PROXY',
      'Every caller may set its own address. Set TRUST_PROXY to the addresses of your proxy.',
    )
  }
  const trusts = TRUST_PROXY !== undefined && !['off', 'false'].includes(TRUST_PROXY)
  if (PUBLIC_URL?.startsWith('https:') && !trusts) {
    return warning(
      'TRUST_PROXY',
      'Not set, although https requires a proxy: all visitors have the address of the proxy and share one limit of failed sign-ins. ' +
        'Set it to the address of the proxy, such as 127.0.0.1.',
    )
  }
  return ok('TRUST_PROXY', trusts ? TRUST_PROXY : 'not set; the address of the connection is used')
}

function checkMail({ SMTP_URL, MAIL_FROM }: Config): Finding {
  if (!SMTP_URL)
    return warning(
      'mail',
      'SMTP_URL is not set: e-mail is sent only if a mail server is entered in Settings → Notifications.',
    )
  if (!MAIL_FROM) return warning('mail', 'MAIL_FROM is not set: set it to the sender address of e-mails.')
  return ok('mail', `sent by ${new URL(SMTP_URL).hostname}`)
}
