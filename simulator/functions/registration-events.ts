import { createHmac } from 'node:crypto'
import { mysqlTime } from '../php/values.ts'
import type { User } from '../site/model.ts'
import type { Call } from './call.ts'

const loopbackIp = 'Error: Invalid IP Address'
const metaName = 'wp_mainwp_child_user_verified_registers'

/** A registration is in the activity log, with half of the token's secret; a client must not store it. */
export function recordRegistration({ site, now, agent, loggedIn }: Call, user: User, token: string | null): void {
  const common = { login: user.login, agent, ip: loopbackIp }
  if (token !== null) {
    const [key = '', secure = ''] = token.split('-')
    const first = (site.registrations.get(user.login)?.length ?? 0) < 2
    const hashKey = createHmac('sha256', 'register-verify').update(key).digest('hex')
    const person = { firstname: user.firstName ?? '', lastname: user.lastName ?? '', userroles: user.role }
    site.byHand.event({
      type: first ? 1690 : 1685,
      context: 'user',
      action: 'modified',
      ...common,
      meta: {
        changeusername: user.login,
        custom_meta_name: metaName,
        new_value: JSON.stringify([{ hash_key: hashKey, secure, date: mysqlTime(now) }]),
        ...person,
        changeuserdata: { username: user.login, ...person },
      },
    })
  }
  if (!loggedIn) site.byHand.event({ type: 1570, context: 'user', action: 'logged-in', ...common })
}
