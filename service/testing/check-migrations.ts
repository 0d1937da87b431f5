import { migrationViolations, readMigrationFiles } from './migration-rules.ts'

// A step of `npm run check`: the rules of migration-rules.test.ts.
const violations = migrationViolations(await readMigrationFiles())
if (violations.length > 0) {
  console.error(violations.join('\n'))
  process.exitCode = 1
}
