import type { KeyObject } from 'node:crypto'
import { scopes } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { deleteKey, findEnvironmentKeys, insertKey, updateKey } from './key-store.ts'
import { storedForm } from './make-key.ts'

/** Makes the text of API_KEY a key to everything, and the only one that came from there: an earlier text stops working. */
export async function applyEnvironmentKey(
  trx: Db,
  hashing: KeyObject,
  userId: number,
  text: string,
  now: Date,
): Promise<void> {
  const stored = storedForm(hashing, text)
  const unlimited = {
    user_id: userId,
    scopes: [...scopes],
    site_ids: null,
    tag_ids: null,
    active: true,
    expires_at: null,
  }
  const known = await findEnvironmentKeys(trx, stored.hash)
  const same = known.find(({ hash }) => hash === stored.hash)
  for (const { id } of known) if (id !== same?.id) await deleteKey(trx, id)
  if (same) await updateKey(trx, same.id, { ...unlimited, from_environment: true })
  else {
    const description = 'API_KEY of the environment'
    await insertKey(trx, { ...unlimited, ...stored, description, from_environment: true, created_at: now })
  }
}
