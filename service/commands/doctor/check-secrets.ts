import { stat } from 'node:fs/promises'
import { sealedColumns } from '../../catalogue.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { findKeyIds, findUnopenable } from '../../platform/database/sealed-columns.ts'
import { masterKeyFile, readMasterKeys } from '../../platform/master-key.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Whether the sealed values in the database can be opened. Unlike a start, it creates no missing key. */
export async function checkMasterKey(db: Database, config: Config, dataDir: string): Promise<Finding> {
  const path = masterKeyFile(dataDir)
  if (!config.MASTER_KEY && !(await stat(path).catch(() => null))) {
    return problem('master key', `${path} is missing, and secrets in the database need it. Restore your copy.`)
  }
  const secrets = createSecrets(await readMasterKeys(dataDir, config.MASTER_KEY))
  const problems = await findUnopenable(db.pool, secrets, sealedColumns)
  if (problems.length > 0) return problem('master key', problems.join(' '))
  const [newest, ...older] = secrets.keyIds()
  if ((await findKeyIds(db.pool, sealedColumns)).some((id) => id !== newest)) {
    return warning('master key', 'A rotation is not complete. Run flotilla rotate-master-key again.')
  }
  return older.length > 0
    ? warning('master key', 'Older keys still exist. Delete them with flotilla rotate-master-key --finish.')
    : ok('master key', `${newest} opens every secret`)
}
