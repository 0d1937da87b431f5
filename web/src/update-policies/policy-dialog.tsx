import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useAppShell } from '../api/app-shell.ts'
import { useAction } from '../api/query.ts'
import { findNamed, type Noun } from '../fleet/named-picker.tsx'
import { gateLabels } from '../rollouts/rollout-labels.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { type Option, SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { PickerField } from '../ui/form/picker-field.tsx'
import { toast } from '../ui/toast.tsx'
import type { Policy } from './policies-page.tsx'
import { policyTexts } from './policy-texts.ts'
import {
  formatFreeze,
  formatMinutes,
  formatWave,
  formatWindow,
  linesOf,
  readFreeze,
  readMinutes,
  readWave,
  readWindow,
} from './window-lines.ts'

type PolicyInput = InputOf<'save-update-policy'>
type Rules = PolicyInput['rules']
type Scope = PolicyInput['scope']

const levels = ['patch', 'minor', 'major', 'security'] as const
const levelLabels = {
  patch: policyTexts.patch,
  minor: policyTexts.minor,
  major: policyTexts.major,
  security: policyTexts.security,
}
const gates = ['status', 'error_text', 'blank', 'notices', 'key_text', 'size', 'time', 'console', 'screenshot'] as const
const furtherGates = [
  ...(['rest', 'login', 'phone', 'newest', 'feed', 'shop', 'assets', 'admin_screen'] as const),
  ...(['connector', 'item'] as const),
] as const
const allGates = [...gates, ...furtherGates] as const
const typeLabels = {
  core: policyTexts.typeCore,
  plugin: policyTexts.typePlugin,
  theme: policyTexts.typeTheme,
  translation: policyTexts.typeTranslation,
}
const types = ['core', 'plugin', 'theme', 'translation'] as const

const inherit: Option = { value: '', label: policyTexts.inherit }
const actionOptions: readonly Option[] = [
  { value: 'automatic', label: policyTexts.automatic },
  { value: 'ask', label: policyTexts.ask },
  { value: 'never', label: policyTexts.never },
]
const gateOptions: readonly Option[] = [
  { value: 'off', label: policyTexts.gateOff },
  { value: 'warn', label: policyTexts.gateWarn },
  { value: 'block', label: policyTexts.gateBlock },
]
const guardOptions: readonly Option[] = [
  { value: 'off', label: policyTexts.guardOff },
  { value: 'if_possible', label: policyTexts.guardIfPossible },
  { value: 'required', label: policyTexts.guardRequired },
]
const browserOptions: readonly Option[] = [
  { value: 'sample', label: policyTexts.browserSample },
  { value: 'all', label: policyTexts.browserAll },
]
const scopeOptions: readonly Option[] = [
  { value: 'tag', label: policyTexts.scopeTag },
  { value: 'view', label: policyTexts.scopeView },
  { value: 'client', label: policyTexts.scopeClient },
  { value: 'site', label: policyTexts.scopeSite },
  { value: 'item', label: policyTexts.scopeItem },
]

interface Values {
  scope: Scope
  subject: Option | null
  itemType: string
  itemSlug: string
  choices: Record<string, string>
  types: readonly string[]
  windows: string
  freezes: string
  extraPaths: string
  securityWaves: string
}

function valuesOf(policy: Policy | null): Values {
  const rules = policy?.rules ?? {}
  const id = policy?.tag_id ?? policy?.view_id ?? policy?.client_id ?? policy?.site_id
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
  return {
    scope: policy?.scope ?? 'tag',
    subject: policy && id ? { value: String(id), label: policy.name } : null,
    itemType: policy?.item_type ?? 'plugin',
    itemSlug: policy?.item_slug ?? '',
    choices: {
      ...Object.fromEntries(levels.map((level) => [level, text(rules[level])])),
      ...Object.fromEntries(allGates.map((gate) => [`gates.${gate}`, text(rules.gates?.[gate])])),
      delay_days: text(rules.delay_days),
      guard: text(rules.guard),
      browser_sites: text(rules.browser_sites),
      hold_after: text(rules.hold_after),
      soak_minutes: formatMinutes(rules.soak_minutes),
      key_text: text(rules.key_text),
    },
    types: rules.types ?? [],
    windows: (rules.windows ?? []).map(formatWindow).join('\n'),
    freezes: (rules.freezes ?? []).map(formatFreeze).join('\n'),
    extraPaths: (rules.extra_paths ?? []).join('\n'),
    securityWaves: (rules.security_waves ?? []).map(formatWave).join('\n'),
  }
}

function inputOf(values: Values): PolicyInput {
  const { scope, subject, choices } = values
  const isFleet = scope === 'fleet'
  const choice = (name: string) => (choices[name] ? choices[name] : null)
  const number = (name: string) => (choices[name]?.trim() ? Number(choices[name]) : null)
  const gateChoices = allGates.flatMap((gate) =>
    choices[`gates.${gate}`] ? [[gate, choices[`gates.${gate}`]] as const] : [],
  )
  const [windows, freezes, extraPaths] = [linesOf(values.windows), linesOf(values.freezes), linesOf(values.extraPaths)]
  const waves = linesOf(values.securityWaves)
  const rules = {
    ...Object.fromEntries(levels.map((level) => [level, choice(level)])),
    ...(number('delay_days') !== null || !isFleet ? { delay_days: number('delay_days') } : {}),
    windows: windows.length > 0 || isFleet ? windows.map(readWindow) : null,
    freezes: freezes.length > 0 || isFleet ? freezes.map(readFreeze) : null,
    ...(choice('soak_minutes') !== null || !isFleet ? { soak_minutes: readMinutes(choice('soak_minutes')) } : {}),
    guard: choice('guard'),
    browser_sites: choice('browser_sites'),
    gates: gateChoices.length > 0 ? Object.fromEntries(gateChoices) : null,
    ...(isFleet && {
      types: values.types,
      hold_after: number('hold_after'),
      security_waves: waves.length > 0 ? waves.map(readWave) : null,
    }),
    ...(scope === 'site' && { key_text: choice('key_text'), extra_paths: extraPaths.length > 0 ? extraPaths : null }),
  } as Rules
  const id = Number(subject?.value)
  return {
    scope,
    rules,
    ...(scope === 'tag' && { tag_id: id }),
    ...(scope === 'view' && id > 0 && { view_id: id }),
    ...(scope === 'client' && { client_id: id }),
    ...(scope === 'site' && { site_id_or_domain: id }),
    ...(scope === 'item' && { item_type: values.itemType as 'plugin', item_slug: values.itemSlug }),
  }
}

/** Adds or changes a policy. */
export default function PolicyDialog({ policy, onClose }: { policy: Policy | null; onClose: () => void }) {
  const [values, setValues] = useState(() => valuesOf(policy))
  const save = useAction('save-update-policy')
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const choose = (name: string) => (value: string) => set({ choices: { ...values.choices, [name]: value } })
  const isFleet = values.scope === 'fleet'
  const withInherit = (options: readonly Option[]) => (isFleet ? options : [inherit, ...options])
  const wrongWindow = linesOf(values.windows).find((line) => readWindow(line) === null)
  const wrongFreeze = linesOf(values.freezes).find((line) => readFreeze(line) === null)
  const wrongWave = linesOf(values.securityWaves).find((line) => readWave(line) === null)
  const submit = () => {
    if (wrongWindow !== undefined || wrongFreeze !== undefined || wrongWave !== undefined) return
    save.mutate(inputOf(values), {
      onSuccess: () => {
        toast(policyTexts.saved, { tone: 'good' })
        onClose()
      },
    })
  }
  const views = useAppShell().data?.views ?? []
  const noun = values.scope as Noun
  const select = (name: string, label: string, options: readonly Option[]) => (
    <SelectField
      key={name}
      name={`rules.${name}`}
      label={label}
      value={values.choices[name] ?? ''}
      onChange={choose(name)}
      options={withInherit(options)}
    />
  )
  return (
    <FormDialog
      wide
      title={policy ? (isFleet ? policyTexts.scopeFleet : policy.name) : policyTexts.add}
      action={policyTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={[
        'tag_id',
        'view_id',
        'client_id',
        'site_id_or_domain',
        'item_slug',
        'rules.delay_days',
        'rules.hold_after',
        'rules.soak_minutes',
        'rules.security_waves',
      ]}
      onSubmit={submit}
      onClose={onClose}
    >
      {policy === null && (
        <SelectField
          name="scope"
          label={policyTexts.appliesTo}
          value={values.scope}
          onChange={(scope) => set({ scope: scope as Scope, subject: null })}
          options={scopeOptions}
        />
      )}
      {policy === null && ['tag', 'client', 'site'].includes(values.scope) && (
        <PickerField
          key={values.scope}
          name={values.scope === 'site' ? 'site_id_or_domain' : `${values.scope}_id`}
          label={scopeOptions.find(({ value }) => value === values.scope)?.label ?? ''}
          placeholder=""
          cacheKey={`policy-${values.scope}`}
          selected={values.subject}
          onSelect={(subject) => set({ subject })}
          search={(text) => findNamed(noun, text)}
        />
      )}
      {policy === null && values.scope === 'view' && (
        <SelectField
          name="view_id"
          label={policyTexts.scopeView}
          value={values.subject?.value ?? ''}
          onChange={(value) => set({ subject: value === '' ? null : { value, label: '' } })}
          options={[
            { value: '', label: policyTexts.selectView },
            ...views.filter(({ shared }) => shared).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {policy === null && values.scope === 'item' && (
        <div className="grid-2">
          <SelectField
            name="item_type"
            label={policyTexts.itemType}
            value={values.itemType}
            onChange={(itemType) => set({ itemType })}
            options={types.map((type) => ({ value: type, label: typeLabels[type] }))}
          />
          <TextField
            name="item_slug"
            label={policyTexts.itemSlug}
            hint={policyTexts.itemSlugHint}
            value={values.itemSlug}
            onChange={(itemSlug) => set({ itemSlug })}
          />
        </div>
      )}
      {isFleet && (
        <fieldset className="field" style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{policyTexts.types}</legend>
          <div className="line">
            {types.map((type) => (
              <label key={type} className="check">
                <input
                  type="checkbox"
                  checked={values.types.includes(type)}
                  onChange={({ target }) =>
                    set({
                      types: target.checked ? [...values.types, type] : values.types.filter((each) => each !== type),
                    })
                  }
                />
                {typeLabels[type]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="grid-2">{levels.map((level) => select(level, levelLabels[level], actionOptions))}</div>
      <div className="grid-2">
        <TextField
          name="rules.delay_days"
          label={policyTexts.delay}
          hint={policyTexts.delayHint}
          inputMode="numeric"
          value={values.choices.delay_days ?? ''}
          onChange={choose('delay_days')}
        />
        {select('guard', policyTexts.guard, guardOptions)}
        <TextField
          name="rules.soak_minutes"
          label={policyTexts.repeatChecks}
          hint={policyTexts.repeatChecksHint}
          value={values.choices.soak_minutes ?? ''}
          onChange={choose('soak_minutes')}
        />
        {isFleet && (
          <TextField
            name="rules.hold_after"
            label={policyTexts.holdAfter}
            inputMode="numeric"
            value={values.choices.hold_after ?? ''}
            onChange={choose('hold_after')}
          />
        )}
      </div>
      <TextArea
        name="rules.windows"
        label={policyTexts.windows}
        hint={policyTexts.windowsHint}
        rows={2}
        value={values.windows}
        onChange={(windows) => set({ windows })}
        {...(wrongWindow !== undefined && { error: policyTexts.invalidWindow({ line: wrongWindow }) })}
      />
      <TextArea
        name="rules.freezes"
        label={policyTexts.freezes}
        hint={policyTexts.freezesHint}
        rows={2}
        value={values.freezes}
        onChange={(freezes) => set({ freezes })}
        {...(wrongFreeze !== undefined && { error: policyTexts.invalidFreeze({ line: wrongFreeze }) })}
      />
      {isFleet && (
        <TextArea
          name="rules.security_waves"
          label={policyTexts.securityWaves}
          hint={policyTexts.securityWavesHint}
          rows={3}
          value={values.securityWaves}
          onChange={(securityWaves) => set({ securityWaves })}
          {...(wrongWave !== undefined && { error: policyTexts.invalidWave({ line: wrongWave }) })}
        />
      )}
      {values.scope === 'site' && (
        <>
          <TextField
            name="rules.key_text"
            label={policyTexts.keyText}
            value={values.choices.key_text ?? ''}
            onChange={choose('key_text')}
          />
          <TextArea
            name="rules.extra_paths"
            label={policyTexts.extraPaths}
            hint={policyTexts.extraPathsHint}
            rows={2}
            value={values.extraPaths}
            onChange={(extraPaths) => set({ extraPaths })}
          />
        </>
      )}
      <fieldset className="field" style={{ border: 0, margin: 0, padding: 0 }}>
        <legend>{policyTexts.gates}</legend>
        <div className="grid-3">
          {gates.map((gate) => select(`gates.${gate}`, gateLabels[gate] ?? gate, gateOptions))}
          {select('browser_sites', policyTexts.browserSites, browserOptions)}
        </div>
        <span className="hint">{policyTexts.browserHint}</span>
      </fieldset>
      <fieldset className="field" style={{ border: 0, margin: 0, padding: 0 }}>
        <legend>{policyTexts.furtherGates}</legend>
        <div className="grid-3">
          {furtherGates.map((gate) => select(`gates.${gate}`, gateLabels[gate] ?? gate, gateOptions))}
        </div>
        <span className="hint">{policyTexts.adminScreenHint}</span>
      </fieldset>
    </FormDialog>
  )
}
