import { readFile } from 'node:fs/promises'
import { describeNotices, noticesFile } from '../../scripts/third-party-notices.ts'

// A step of `npm run check`: the notices must match the packages in the lockfile.
const present = await readFile(new URL(`../../${noticesFile}`, import.meta.url), 'utf8').catch(() => '')
if (present !== (await describeNotices())) {
  console.error(`${noticesFile} does not match package-lock.json: run "npm run notices" and commit the result.`)
  process.exitCode = 1
}
