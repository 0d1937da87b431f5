import { randomBytes } from 'node:crypto'
import { type Actor, systemActor } from '../../operation/actor.ts'
import { inGroups } from '../terminal.ts'
import type { DemoContext } from './demo-context.ts'

export interface Colleague {
  login: string
  role: 'manager' | 'viewer'
  password: string
  actor: Actor
}

export type Colleagues = readonly [Colleague, Colleague]

const maria = { login: 'maria', name: 'Maria Keller', role: 'manager', email: 'maria@agency.example' } as const
const victor = { login: 'victor', name: 'Victor Stein', role: 'viewer', email: 'victor@agency.example' } as const

/** Two users besides the administrator, with random passwords because a demo may be public. */
export async function addColleagues({ run }: DemoContext): Promise<Colleagues> {
  const add = async (colleague: typeof maria | typeof victor): Promise<Colleague> => {
    const password = inGroups(randomBytes(8).toString('hex'))
    const input = { ...colleague, password, must_change_password: false }
    const { user } = await run<{ user: { id: number } }>('add-user', input)
    const { login, role } = colleague
    return { login, role, password, actor: { ...systemActor(login), kind: 'user', userId: user.id, role } }
  }
  return [await add(maria), await add(victor)]
}
