import type { KeyObject } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { App, AppOptions } from '../app.ts'
import { buildKey, type KeyInput } from '../domain/access/keys/create-key.ts'
import { hashPassword } from '../domain/access/passwords/password-hash.ts'
import { openSession } from '../domain/access/sessions/session.ts'
import { requireUser } from '../domain/access/users/user-store.ts'
import { type Scope, scopes } from '../operation/actor.ts'
import type { Role } from '../operation/permissions.ts'
import type { Clock } from '../platform/clock.ts'
import { sessionCookie } from '../surfaces/http/cookies.ts'
import { type Answer, cheapPasswordCost, startTestService, type TestService } from './test-service.ts'

export interface Person {
  id: number
  login: string
  password: string
  /** Cheap: a key with every scope. */
  headers: { authorization: string }
  /** User name and login password. */
  basic: { authorization: string }
}

export interface SeededKey {
  id: number
  token: string
  headers: { authorization: string }
}

export interface People {
  administrator: Person
  manager: Person
  viewer: Person
  /** Keys of the administrator. */
  keys: Record<'read' | 'write' | 'delete' | 'full' | 'limited' | 'expiring' | 'expired' | 'inactive', SeededKey>
}

const hour = 3_600_000

/** An administrator, a manager and a viewer, and keys of every kind. `expiring` is valid for an hour of the service's clock. */
export async function seedPeople({
  db,
  clock,
  app,
}: Pick<TestService, 'db' | 'app'> & { clock: Clock }): Promise<People> {
  const { hashingKey: hashing } = app.context.access
  const now = clock.now()
  const passing = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  // Two statements, because most tests begin with this.
  const [administrator, manager, viewer] = await insertUsers(db, now)
  const own = (scopes: Scope[], more: Partial<KeyInput> = {}) => ({ userId: administrator.id, scopes, ...more })
  const everything = (userId: number) => ({ userId, scopes: [...scopes] })
  const { ada, mary, vera, ...keys } = await insertKeys(db, hashing, now, {
    ada: everything(administrator.id),
    mary: everything(manager.id),
    vera: everything(viewer.id),
    read: own(['read']),
    write: own(['read', 'write']),
    delete: own(['delete']),
    full: own([...scopes]),
    limited: own([...scopes], { siteIds: [1], tagIds: [2] }),
    expiring: own([...scopes], { expiresAt: passing(hour) }),
    expired: own([...scopes], { expiresAt: passing(-hour) }),
    inactive: own([...scopes], { active: false }),
  })
  return {
    administrator: { ...administrator, headers: ada.headers },
    manager: { ...manager, headers: mary.headers },
    viewer: { ...viewer, headers: vera.headers },
    keys,
  }
}

type Keyless = Omit<Person, 'headers'>

async function insertUsers(db: TestService['db'], now: Date): Promise<[Keyless, Keyless, Keyless]> {
  const user = async (login: string, role: Role) => {
    // Always different, so that caches of earlier tests do not apply.
    const password = `right pass phrase ${crypto.randomUUID()}`
    return { login, role, password, password_hash: await hashPassword(password, cheapPasswordCost) }
  }
  const users = await Promise.all([user('ada', 'administrator'), user('mary', 'manager'), user('vera', 'viewer')])
  const rows = users.map(({ login, role, password_hash }) => ({ login, role, password_hash, created_at: now }))
  const inserted = await db.insertInto('users').values(rows).returning(['id', 'login']).execute()
  const known = ({ login, password }: (typeof users)[number]): Keyless => {
    const { id } = inserted.find((row) => row.login === login)!
    return { id, login, password, basic: basic(login, password) }
  }
  return [known(users[0]), known(users[1]), known(users[2])]
}

type KeyOf = Omit<KeyInput, 'description'>

async function insertKeys<Name extends string>(
  db: TestService['db'],
  hashing: KeyObject,
  now: Date,
  requested: Record<Name, KeyOf>,
): Promise<Record<Name, SeededKey>> {
  const made = Object.entries<KeyOf>(requested).map(([name, key]) => ({
    name,
    ...buildKey(hashing, { description: '', ...key }, now),
  }))
  const rows = made.map(({ row }) => row)
  const inserted = await db.insertInto('api_keys').values(rows).returning(['id', 'hash']).execute()
  const keys = made.map(({ name, token, row }) => {
    const { id } = inserted.find(({ hash }) => hash === row.hash)!
    return [name, { id, token, headers: { authorization: `Bearer ${token}` } }]
  })
  return Object.fromEntries(keys)
}

export const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})

/** The cookies that an answer sets, by their names without `__Host-`: both are read. */
export const cookiesOf = ({ headers }: Pick<Answer, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    [headers['set-cookie'] ?? []]
      .flat()
      .map((cookie) => String(cookie).replace('__Host-', '').split(';')[0]!.split('=') as [string, string]),
  )

export interface SignedIn {
  cookie: string
  csrfToken: string
  /** For changes: the cookie and the token. */
  headers: { cookie: string; 'x-csrf-token': string }
}

/** Opens a session for the dashboard, as a browser does. */
export async function signInAs(
  service: Pick<TestService, 'request'>,
  { login, password }: Pick<Person, 'login' | 'password'>,
): Promise<SignedIn> {
  const answer = await service.request({ method: 'POST', url: '/api/v2/access/sessions', payload: { login, password } })
  if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.text}`)
  const cookie = [answer.headers['set-cookie']].flat()[0]!.toString().split(';')[0]!
  const csrfToken = answer.body.data.csrf_token as string
  return { cookie, csrfToken, headers: { cookie, 'x-csrf-token': csrfToken } }
}

/** The cookie of a new session for this person, without the slow password check. */
export async function sessionOf(
  { app, clock }: { app: App; clock: Clock },
  { id }: Pick<Person, 'id'>,
): Promise<{ name: string; value: string }> {
  const { token } = await openSession({ ...app.context, clock }, await requireUser(app.db, id), { address: null })
  return { name: sessionCookie, value: token }
}

/** For the top of a test file: a service with people, new for every test. `isShared`: see startTestService. */
export function setUpService(
  options: Partial<AppOptions> = {},
  isShared?: boolean,
): { service: TestService; people: People } {
  const fixture = {} as { service: TestService; people: People }
  beforeAll(async () => {
    fixture.service = await startTestService(options, isShared, { isEmptied: false })
  })
  beforeEach(async () => {
    await fixture.service.reset()
    fixture.people = await seedPeople(fixture.service)
  })
  afterAll(() => fixture.service.close())
  return fixture
}
