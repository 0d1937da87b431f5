import { createKey, type KeyInput } from '../domain/access/keys/create-key.ts'
import { passkeyCalls } from '../domain/access/testing/passkey-calls.ts'
import { scopes } from '../operation/actor.ts'
import type { People, Person, SeededKey, SignedIn } from './people.ts'
import type { PasskeySettings, SoftwarePasskey } from './software-passkey.ts'
import type { Answer, TestService } from './test-service.ts'

export interface Approver {
  passkey: SoftwarePasskey
  session: SignedIn
}

/** Calls of tests of approvals: an agent that asks, and a person who decides. */
export function approvalCalls(fixture: { service: TestService; people: People }) {
  const { send, addPasskey } = passkeyCalls(fixture)
  return {
    send,
    /** A key for an agent, by default of the administrator. */
    async createAgent(more: Partial<KeyInput> = {}): Promise<SeededKey> {
      const { db, clock, app } = fixture.service
      const userId = fixture.people.administrator.id
      const input: KeyInput = {
        userId,
        description: 'agent',
        scopes: [...scopes],
        changeTier: 'ask',
        destroyTier: 'ask',
      }
      const made = await createKey(db, app.context.access.hashingKey, { ...input, ...more }, clock.now())
      return { id: made.key.id, token: made.token, headers: { authorization: `Bearer ${made.token}` } }
    },
    createApprover: (person: Person = fixture.people.administrator): Promise<Approver> => addPasskey(person),
    approval: (id: number, headers: Record<string, string>): Promise<Answer> =>
      send('GET', `/approvals/${id}`, undefined, headers),
    /** Signs the digest, or another one. */
    async approve(
      id: number,
      { passkey, session }: Approver,
      { digest, settings }: { digest?: string; settings?: PasskeySettings } = {},
    ): Promise<Answer> {
      const { body } = await send('GET', `/approvals/${id}`, undefined, session.headers)
      const challenge = digest ?? body.data?.options?.challenge ?? 'none'
      return send(
        'POST',
        `/approvals/${id}/approve`,
        { passkey: passkey.answer({ challenge }, settings) },
        session.headers,
      )
    },
    refuse: (id: number, headers: Record<string, string>): Promise<Answer> =>
      send('POST', `/approvals/${id}/refuse`, {}, headers),
  }
}
