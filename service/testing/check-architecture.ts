import { architectureRules, readProject } from './architecture/architecture-rules.ts'

// A step of `npm run check`: the rules of the architecture tests without the test runner.
const sources = await readProject()
for (const { subject, rule, violations } of architectureRules) {
  const found = violations(sources)
  if (found.length === 0) continue
  console.error(`${subject}: ${rule}\n${found.map((sentence) => `  ${sentence}`).join('\n')}`)
  process.exitCode = 1
}
