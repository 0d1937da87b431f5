import { personOf, subscribersOf } from '../catalogue/people.ts'
import type { User } from '../site/model.ts'
import { chanceFor, type Origin } from './origin.ts'

const roles = ['editor', 'author', 'administrator', 'contributor', 'editor', 'author'] as const

/** The administrator, then the staff, then the subscribers. */
export function makeUsers(origin: Origin, login: string): User[] {
  const random = chanceFor(origin, 'users')
  const { hostname } = origin.business
  const opened = origin.startedAt - random.between(200, 3000) * 86400
  const users: User[] = [
    {
      id: 1,
      login,
      email: `office@${hostname}`,
      displayName: login,
      role: 'administrator',
      registered: opened,
      ...(random.chance(0.4) && { passwordChanged: origin.startedAt - random.between(5, 400) * 86400 }),
    },
  ]
  const helpers = Math.min(random.between(0, 4), origin.plan.plugins)
  for (let number = 0; number < helpers; number++) {
    const { firstName, lastName, login: name } = personOf(random.below(900))
    users.push({
      id: number + 2,
      login: `${name}${number}`,
      email: `${name}@${hostname}`,
      displayName: `${firstName} ${lastName}`,
      role: random.pick(roles),
      registered: opened + random.between(1, 190) * 86400,
      firstName,
      lastName,
    })
  }
  users.push(...subscribersOf(origin.plan.readers))
  return users
}
