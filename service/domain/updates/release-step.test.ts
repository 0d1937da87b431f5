import { expect, it } from 'vitest'
import { releaseStep } from './release-step.ts'
import type { UpdateType } from './update.ts'

it.each<[string, string, string]>([
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2', '1.2.1', 'patch'],
  ['1.2.3.4', '1.2.3.5', 'patch'],
  ['1.2.9', '1.3', 'minor'],
  ['1', '1.1', 'minor'],
  ['9.9.9', '10.0', 'major'],
  ['0.9', '1.0', 'major'],
  ['1.2-beta1', '1.2-RC1', 'patch'],
  ['1.2-beta1', '1.2', 'patch'],
  ['1.2rc1', '1.3', 'minor'],
  ['v1.2', '2', 'major'],
  ['1.02', '1.2.1', 'patch'],
  ['2024.1', '2026.1', 'major'],
  ['', '1.0', 'unknown'],
  ['1.0', '', 'unknown'],
  ['trunk', '1.0', 'unknown'],
  ['1..2', '1.3', 'unknown'],
])('a plugin from %j to %j is %s', (current, next, step) => {
  expect(releaseStep('plugin', current, next)).toBe(step)
})

it.each<[UpdateType, string, string, string]>([
  ['core', '6.8', '6.9', 'major'],
  ['core', '6.8.1', '6.8.2', 'patch'],
  ['core', '6.9.9', '7.0', 'major'],
  ['theme', '6.8', '6.9', 'minor'],
  ['translation', '1.0', '', 'unknown'],
])('%s from %j to %j is %s', (type, current, next, step) => {
  expect(releaseStep(type, current, next)).toBe(step)
})
