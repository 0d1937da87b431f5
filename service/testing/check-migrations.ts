import { migrationBreaches, readMigrationFiles } from './migration-rules.ts'

// A step of `npm run check`: the same rules as in migration-rules.test.ts.
const breaches = migrationBreaches(await readMigrationFiles())
if (breaches.length > 0) {
  console.error(breaches.join('\n'))
  process.exitCode = 1
}
