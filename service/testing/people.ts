import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AppOptions } from '../app.ts'
import { hashingKey } from '../domain/access/hashing-key.ts'
import { makeKey, type WantedKey } from '../domain/access/make-key.ts'
import { hashPassword } from '../domain/access/password-hash.ts'
import { insertUser } from '../domain/access/user-store.ts'
import { type Role, type Scope, scopes } from '../operation/actor.ts'
import { type House, openHouse } from './house.ts'

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

// A hash that costs nothing; the parameters stand in it, so it is checked like any other.
const cheap = { power: 1, blockSize: 1, parallel: 1 }
const hour = 3_600_000

/** An administrator, a manager and a viewer, and keys of every kind. `expiring` lasts for an hour of the house's clock. */
export async function seedPeople({ db, clock, secrets }: Pick<House, 'db' | 'clock' | 'secrets'>): Promise<People> {
  const hashing = await hashingKey({ db, secrets })
  const now = clock.now()
  const key = async (wanted: Partial<WantedKey> & { userId: number }): Promise<SeededKey> => {
    const made = await makeKey(db, hashing, { description: '', scopes: [...scopes], ...wanted }, now)
    return { id: made.key.id, token: made.token, headers: { authorization: `Bearer ${made.token}` } }
  }
  const person = async (login: string, role: Role): Promise<Person> => {
    // Never the same twice, so that what was cached for an earlier test says nothing about this one.
    const password = `right pass phrase ${crypto.randomUUID()}`
    const password_hash = await hashPassword(password, cheap)
    const { id } = await insertUser(db, { login, role, password_hash, created_at: now })
    return { id, login, password, headers: (await key({ userId: id })).headers, basic: basic(login, password) }
  }
  const administrator = await person('ada', 'administrator')
  const own = (scopes: Scope[], more: Partial<WantedKey> = {}) => key({ userId: administrator.id, scopes, ...more })
  return {
    administrator,
    manager: await person('mary', 'manager'),
    viewer: await person('vera', 'viewer'),
    keys: {
      read: await own(['read']),
      write: await own(['read', 'write']),
      delete: await own(['delete']),
      full: await own([...scopes]),
      limited: await own([...scopes], { siteIds: [1], tagIds: [2] }),
      expiring: await own([...scopes], { expiresAt: new Date(now.getTime() + hour) }),
      expired: await own([...scopes], { expiresAt: new Date(now.getTime() - hour) }),
      inactive: await own([...scopes], { active: false }),
    },
  }
}

export const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})

export interface SignedIn {
  cookie: string
  csrfToken: string
  /** For changes: the cookie and the token. */
  headers: { cookie: string; 'x-csrf-token': string }
}

/** Opens a session for the dashboard, as a browser would. */
export async function signIn(
  house: Pick<House, 'request'>,
  { login, password }: Pick<Person, 'login' | 'password'>,
): Promise<SignedIn> {
  const answer = await house.request({ method: 'POST', url: '/api/v2/access/sessions', payload: { login, password } })
  if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.text}`)
  const cookie = [answer.headers['set-cookie']].flat()[0]!.toString().split(';')[0]!
  const csrfToken = answer.body.data.csrf_token as string
  return { cookie, csrfToken, headers: { cookie, 'x-csrf-token': csrfToken } }
}

/** For the top of a test file: a house with people in it, new for every test. */
export function peopledHouse(options: Partial<AppOptions> = {}): { house: House; people: People } {
  const scene = {} as { house: House; people: People }
  beforeAll(async () => {
    scene.house = await openHouse(options)
  })
  beforeEach(async () => {
    await scene.house.reset()
    scene.people = await seedPeople(scene.house)
  })
  afterAll(() => scene.house.close())
  return scene
}
