import type { InputOf } from '../../../contract/client.ts'
import { findNamed } from '../fleet/named-picker.tsx'
import { type Option, SelectField, TextField } from '../ui/form/fields.tsx'
import { PickerField } from '../ui/form/picker-field.tsx'
import { planTexts } from './plan-texts.ts'

export type RolloutInput = InputOf<'create-rollout'>
export type RolloutScope = Pick<RolloutInput, 'site_ids_or_domains' | 'types' | 'specific_items'>

export interface Choices {
  upTo: 'patch' | 'minor' | 'all'
  firstTag: Option | null
  share: string
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
  ...{ upTo: 'all', firstTag: null, share: '5', soak: '30', failures: '2', startsAt: '' },
  ...{ guard: '', pageChecks: '', browserChecks: '', browserSites: 'sample' },
}

const numberOr = (text: string, otherwise: number) =>
  text.trim() === '' || Number.isNaN(Number(text)) ? otherwise : Number(text)

export const opensBrowser = ({ browserChecks }: Choices) => browserChecks === 'warn' || browserChecks === 'block'

export function inputOf(scope: RolloutScope, choices: Choices): RolloutInput {
  const soak_minutes = Math.max(0, Math.round(numberOr(choices.soak, 0)))
  const max_failure_percent = Math.min(100, Math.max(0.01, numberOr(choices.failures, 2)))
  const first = choices.firstTag
    ? { tag_id: Number(choices.firstTag.value), name: choices.firstTag.label }
    : { sites: 1 }
  const share = Math.min(100, Math.max(0.01, numberOr(choices.share, 5)))
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
      { ...first, soak_minutes, max_failures: 1 },
      { percent: share, soak_minutes, max_failure_percent },
      { soak_minutes: 0, max_failure_percent },
    ],
    // The values of the lists below.
    checks: checks as RolloutInput['checks'],
    ...(choices.startsAt !== '' && { starts_at: `${new Date(choices.startsAt).toISOString().slice(0, 19)}Z` as never }),
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
      <PickerField
        name="first_tag"
        label={planTexts.canaryTag}
        placeholder={planTexts.canaryOne}
        cacheKey="list-tags"
        selected={choices.firstTag}
        onSelect={(firstTag) => onChange({ firstTag })}
        search={(text) => findNamed('tag', text)}
      />
      <TextField
        name="share"
        label={planTexts.share}
        inputMode="decimal"
        value={choices.share}
        onChange={(share) => onChange({ share })}
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
