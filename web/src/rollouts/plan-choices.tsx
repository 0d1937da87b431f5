import type { InputOf } from '../../../contract/client.ts'
import { findNamed } from '../fleet/named-picker.tsx'
import { type Option, SelectField, TextField } from '../ui/form/fields.tsx'
import { PickerField } from '../ui/form/picker-field.tsx'
import { momentOf } from '../ui/format/day.ts'
import { planTexts } from './plan-texts.ts'

export type RolloutInput = InputOf<'create-rollout'>
export type RolloutScope = Pick<RolloutInput, 'site_ids_or_domains' | 'types' | 'specific_items'>

export interface Choices {
  upTo: 'patch' | 'minor' | 'all'
  first: WaveChoice
  second: WaveChoice
  soak: string
  failures: string
  startsAt: string
  /** Empty: the policies decide. */
  guard: string
  pageChecks: string
  browserChecks: string
  browserSites: string
}

export const initialChoices: Choices = {
  ...{ upTo: 'all', soak: '30', failures: '2', startsAt: '' },
  first: { by: 'sites', named: null, value: '1' },
  second: { by: 'percent', named: null, value: '5' },
  ...{ guard: '', pageChecks: '', browserChecks: '', browserSites: 'sample' },
}

export type WaveKind = 'sites' | 'percent' | 'tag' | 'client' | 'host' | 'php' | 'wp'

/** Which sites a wave takes. */
export interface WaveChoice {
  by: WaveKind
  /** The tag or client. */
  named: Option | null
  /** The number, share, host or version. */
  value: string
}

const numberOr = (text: string, otherwise: number) =>
  text.trim() === '' || Number.isNaN(Number(text)) ? otherwise : Number(text)

export const opensBrowser = ({ browserChecks }: Choices) => browserChecks === 'warn' || browserChecks === 'block'

type WaveInput = NonNullable<RolloutInput['waves']>[number]

/** A wave without a tag, client, host or version has one site until it is chosen: never all sites. */
function selectionOf({ by, named, value }: WaveChoice): WaveInput {
  const text = value.trim()
  if (by === 'percent') return { percent: Math.min(100, Math.max(0.01, numberOr(text, 5))) }
  if (by === 'tag' && named) return { tag_id: Number(named.value), name: named.label.slice(0, maxName) }
  if (by === 'client' && named) return { client_id: Number(named.value), name: named.label.slice(0, maxName) }
  if (by === 'host' && text !== '') return { host: text }
  if (by === 'php' && text !== '') return { php_version: text }
  if (by === 'wp' && text !== '') return { wp_version: text }
  return { sites: by === 'sites' ? Math.max(1, Math.round(numberOr(text, 1))) : 1 }
}
const maxName = 100

export function inputOf(scope: RolloutScope, choices: Choices): RolloutInput {
  const soak_minutes = Math.max(0, Math.round(numberOr(choices.soak, 0)))
  const max_failure_percent = Math.min(100, Math.max(0.01, numberOr(choices.failures, 2)))
  const checks = {
    ...(choices.guard !== '' && { guard: choices.guard }),
    ...(choices.pageChecks !== '' && { page_checks: choices.pageChecks }),
    ...(choices.browserChecks !== '' && { browser_checks: choices.browserChecks }),
    ...(opensBrowser(choices) && { browser_sites: choices.browserSites }),
  }
  return {
    ...scope,
    up_to: choices.upTo,
    waves: [
      { ...selectionOf(choices.first), soak_minutes, max_failures: 1 },
      { ...selectionOf(choices.second), soak_minutes, max_failure_percent },
      { soak_minutes: 0, max_failure_percent },
    ],
    // The values of the lists below.
    checks: checks as RolloutInput['checks'],
    ...(choices.startsAt !== '' && { starts_at: momentOf(choices.startsAt) as never }),
  }
}

const upToOptions: readonly Option[] = [
  { value: 'patch', label: planTexts.upToPatch },
  { value: 'minor', label: planTexts.upToMinor },
  { value: 'all', label: planTexts.upToAll },
]
const byPolicy: Option = { value: '', label: planTexts.byPolicy }
const guardOptions: readonly Option[] = [
  byPolicy,
  { value: 'if_possible', label: planTexts.guardIfPossible },
  { value: 'required', label: planTexts.guardRequired },
  { value: 'off', label: planTexts.off },
]
const modeOptions: readonly Option[] = [
  byPolicy,
  { value: 'block', label: planTexts.block },
  { value: 'warn', label: planTexts.warn },
  { value: 'off', label: planTexts.off },
]
const browserSiteOptions: readonly Option[] = [
  { value: 'sample', label: planTexts.browserSample },
  { value: 'all', label: planTexts.browserAll },
]

const waveOptions: readonly Option[] = [
  { value: 'sites', label: planTexts.waveOfSites },
  { value: 'percent', label: planTexts.waveOfShare },
  { value: 'tag', label: planTexts.waveOfTag },
  { value: 'client', label: planTexts.waveOfClient },
  { value: 'host', label: planTexts.waveOfHost },
  { value: 'php', label: planTexts.waveOfPhp },
  { value: 'wp', label: planTexts.waveOfWordpress },
]
const initialValues: Record<WaveKind, string> = {
  ...{ sites: '1', percent: '5', tag: '', client: '' },
  ...{ host: '', php: '', wp: '' },
}
const examples: Partial<Record<WaveKind, string>> = { php: '8.2', wp: '6.8' }
const valueLabels: Record<WaveKind, (values: { wave: 'first' | 'second' }) => string> = {
  sites: planTexts.waveSites,
  percent: planTexts.waveShare,
  tag: planTexts.waveTag,
  client: planTexts.waveClient,
  host: planTexts.waveHost,
  php: planTexts.wavePhp,
  wp: planTexts.waveWordpress,
}

/** Which sites a wave takes: what they have in common, and its value. */
function WaveFields({
  name,
  label,
  choice,
  onChange,
}: {
  name: 'first' | 'second'
  label: string
  choice: WaveChoice
  onChange: (choice: WaveChoice) => void
}) {
  const { by, named, value } = choice
  const valueLabel = valueLabels[by]({ wave: name })
  const example = examples[by]
  return (
    <>
      <SelectField
        name={`${name}_by`}
        label={label}
        value={by}
        onChange={(chosen) =>
          onChange({ by: chosen as WaveKind, named: null, value: initialValues[chosen as WaveKind] })
        }
        options={waveOptions}
      />
      {by === 'tag' || by === 'client' ? (
        <PickerField
          key={by}
          name={`${name}_value`}
          label={valueLabel}
          placeholder={planTexts.notChosen}
          cacheKey={by === 'tag' ? 'list-tags' : 'list-clients'}
          selected={named}
          onSelect={(option) => onChange({ ...choice, named: option })}
          search={(text) => findNamed(by, text)}
        />
      ) : (
        <TextField
          name={`${name}_value`}
          label={valueLabel}
          inputMode={by === 'sites' ? 'numeric' : by === 'host' ? 'text' : 'decimal'}
          value={value}
          {...(example && { hint: planTexts.versionHint({ version: example }) })}
          onChange={(text) => onChange({ ...choice, value: text })}
        />
      )}
    </>
  )
}

/** What is installed, when, in which waves and with which checks. */
export function PlanChoices({ choices, onChange }: { choices: Choices; onChange: (change: Partial<Choices>) => void }) {
  return (
    <div className="grid-2">
      <SelectField
        name="up_to"
        label={planTexts.upTo}
        value={choices.upTo}
        onChange={(value) => onChange({ upTo: value as Choices['upTo'] })}
        options={upToOptions}
      />
      <TextField
        name="starts_at"
        type="datetime-local"
        label={planTexts.startsWhen}
        value={choices.startsAt}
        onChange={(startsAt) => onChange({ startsAt })}
      />
      <WaveFields
        name="first"
        label={planTexts.firstWave}
        choice={choices.first}
        onChange={(first) => onChange({ first })}
      />
      <WaveFields
        name="second"
        label={planTexts.secondWave}
        choice={choices.second}
        onChange={(second) => onChange({ second })}
      />
      <TextField
        name="soak"
        label={planTexts.soakMinutes}
        inputMode="numeric"
        value={choices.soak}
        onChange={(soak) => onChange({ soak })}
      />
      <TextField
        name="failures"
        label={planTexts.maxFailures}
        inputMode="decimal"
        value={choices.failures}
        onChange={(failures) => onChange({ failures })}
      />
      <SelectField
        name="guard"
        label={planTexts.guard}
        hint={planTexts.guardHint}
        value={choices.guard}
        onChange={(guard) => onChange({ guard })}
        options={guardOptions}
      />
      <SelectField
        name="page_checks"
        label={planTexts.pageChecks}
        hint={planTexts.pageChecksHint}
        value={choices.pageChecks}
        onChange={(pageChecks) => onChange({ pageChecks })}
        options={modeOptions}
      />
      <SelectField
        name="browser_checks"
        label={planTexts.browserChecks}
        hint={planTexts.browserChecksHint}
        value={choices.browserChecks}
        onChange={(browserChecks) => onChange({ browserChecks })}
        options={modeOptions}
      />
      {opensBrowser(choices) && (
        <SelectField
          name="browser_sites"
          label={planTexts.browserSites}
          value={choices.browserSites}
          onChange={(browserSites) => onChange({ browserSites })}
          options={browserSiteOptions}
        />
      )}
    </div>
  )
}
