import type { Context } from '../../../operation/context.ts'
import type { Notices } from '../../../platform/database/notices.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import {
  createMailer,
  createServerMailer,
  type Mailer,
  type MailServer,
  type MailSettings,
  mailNotSetUp,
  missingMailer,
} from '../../../platform/mail.ts'
import { findMailServer, type MailServerRow, mailPasswordColumn, mailServerChannel } from './mail-server-store.ts'

export interface MailerCache extends Mailer {
  refresh(): Promise<void>
}

interface Parts extends Pick<Context, 'db' | 'secrets' | 'outbound' | 'log'> {
  notices: Notices
}

/** Uses SMTP_URL if it is set, else the mail server of the dashboard; a change applies in every process at once. */
export async function openMailer(parts: Parts, settings: MailSettings = {}): Promise<MailerCache> {
  let current = createMailer(settings)
  // SMTP_URL wins even if it is incomplete, so that the page and the environment never disagree silently.
  const isFixed = Boolean(settings.smtpUrl)
  const refresh = async () => {
    if (isFixed) return
    const row = await findMailServer(parts.db)
    current = row ? mailerOf(parts, row, settings) : missingMailer(mailNotSetUp)
  }
  await parts.notices.keepFresh('mail server', mailServerChannel, refresh)
  await refresh()
  return {
    get missing() {
      return current.missing
    },
    get source() {
      return current.source
    },
    createMessageId: (key) => current.createMessageId(key),
    send: (mail) => current.send(mail),
    refresh,
  }
}

function mailerOf(parts: Parts, row: MailServerRow, settings: MailSettings): Mailer {
  try {
    return mailerForServer(parts, openMailServerRow(parts, row), settings)
  } catch (error) {
    parts.log.error({ reason: messageOf(error) }, 'the password of the mail server cannot be opened')
    return missingMailer(
      'The password of the mail server cannot be opened with the present master key. Enter it again in Settings → Notifications.',
    )
  }
}

/** A mailer for a server that may not be stored yet. */
export const mailerForServer = (
  { outbound }: Pick<Context, 'outbound'>,
  server: MailServer,
  { extraAuthorities, deadlines }: Pick<MailSettings, 'extraAuthorities' | 'deadlines'> = {},
): Mailer =>
  createServerMailer(server, {
    extraAuthorities,
    deadlines,
    // The port is not that of a web site; only the addresses are checked here.
    addressesOf: async (host) => (await outbound.check(`http://${host.includes(':') ? `[${host}]` : host}/`)).addresses,
  })

export const openMailServerRow = (
  { secrets }: Pick<Context, 'secrets'>,
  { host, port, tls, user_name, password, sender }: MailServerRow,
): MailServer => ({
  host,
  port,
  tls,
  user: user_name,
  password: password === null ? '' : secrets.open(password, mailPasswordColumn),
  from: sender,
})
