import { randomBytes } from 'node:crypto'
import { type Actor, systemActor } from '../../operation/actor.ts'
import type { Scene } from './scene.ts'

export interface Colleague {
  login: string
  role: 'manager' | 'viewer'
  password: string
  actor: Actor
}

const colleagues = [
  { login: 'maria', name: 'Maria Keller', role: 'manager', email: 'maria@agency.example' },
  { login: 'victor', name: 'Victor Stein', role: 'viewer', email: 'victor@agency.example' },
] as const

/** Two users besides the administrator, with random passwords because a demo may be public. */
export async function addColleagues({ run }: Scene): Promise<Colleague[]> {
  const added: Colleague[] = []
  for (const colleague of colleagues) {
    const password = randomBytes(8).toString('hex').match(/.{4}/g)!.join('-')
    const input = { ...colleague, password, must_change_password: false }
    const { user } = await run<{ user: { id: number } }>('add-user', input)
    const { login, role } = colleague
    added.push({ login, role, password, actor: { ...systemActor(login), kind: 'user', userId: user.id, role } })
  }
  return added
}
