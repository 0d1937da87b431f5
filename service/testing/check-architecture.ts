import { architectureRules, exceptions, readProject } from './architecture/architecture-rules.ts'

// A step of `npm run check`: the rules of the architecture. rules-can-fail.test.ts shows that each of them finds violations.
const sources = await readProject()
const staleExceptions = Object.values(exceptions).flatMap((list) =>
  Object.entries(list)
    .filter(([path, reason]) => !sources.has(path) || reason.length < 20)
    .map(([path]) => `${path} does not exist, or its exception has no reason.`),
)
const results = [
  ...architectureRules.map(({ violations, ...named }) => ({ ...named, found: violations(sources) })),
  { subject: 'exceptions', rule: 'name existing files and give a reason', found: staleExceptions },
]
for (const { subject, rule, found } of results) {
  if (found.length === 0) continue
  console.error(`${subject}: ${rule}\n${found.map((sentence) => `  ${sentence}`).join('\n')}`)
  process.exitCode = 1
}
