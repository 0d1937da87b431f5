import { architectureRules, readProject } from './architecture-rules.ts'

// A step of `npm run check`: the same rules as in the tests, without waiting for them.
const sources = await readProject()
for (const { subject, rule, breaches } of architectureRules) {
  const found = breaches(sources)
  if (found.length === 0) continue
  console.error(`${subject}: ${rule}\n${found.map((sentence) => `  ${sentence}`).join('\n')}`)
  process.exitCode = 1
}
