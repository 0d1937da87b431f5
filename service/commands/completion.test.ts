import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findDebianProgram } from '../testing/debian-programs.ts'
import { itIf } from '../testing/requirements.ts'
import { serviceProgram } from '../testing/service-program.ts'
import { completionsOf } from './completion.ts'

const run = promisify(execFile)
const zsh = await findDebianProgram('zsh', 'zsh')

/** The command as the shell calls it. */
const command = `flotilla() { ${process.execPath} ${await serviceProgram()} "$@"; }`

describe('completion', () => {
  it('knows commands, operations, fields, options and formats', async () => {
    const commands = ['call', 'completion', 'doctor']
    expect(await completionsOf(['c'], commands)).toEqual(['call', 'completion'])
    expect(await completionsOf(['call', 'list-tag'], commands)).toEqual(['list-tags'])
    expect(await completionsOf(['call', 'list-tags', '--p'], commands)).toEqual(['--page', '--per-page', '--profile'])
    expect(await completionsOf(['call', 'list-tags', '--format', 'c'], commands)).toEqual(['csv', 'count'])
    expect(await completionsOf(['call', 'delete-tag', '--conf'], commands)).toEqual([])
    expect(await completionsOf(['doctor', ''], commands)).toEqual([])
  })

  it('works in bash', async () => {
    const script = `${command}; eval "$(flotilla completion bash)"
      COMP_WORDS=(flotilla call list-tag); COMP_CWORD=2; _flotilla; printf '%s\\n' "\${COMPREPLY[@]}"
      complete -p flotilla`
    const { stdout } = await run('bash', ['--noprofile', '--norc', '-c', script])
    expect(stdout).toBe('list-tags\ncomplete -o default -F _flotilla flotilla\n')
  })

  itIf({ present: typeof zsh !== 'string', name: 'zsh' })('works in zsh', async () => {
    const script = `${command}; compdef() { :; }; compadd() { shift; print -l -- "$@"; }
      eval "$(flotilla completion zsh)"; words=(flotilla call list-tag); CURRENT=3; _flotilla`
    if (typeof zsh === 'string') throw new Error(zsh)
    const { stdout } = await run(zsh.path, ['-f', '-c', script], { env: { ...process.env, ...zsh.environment } })
    expect(stdout).toBe('list-tags\n')
  })
})
