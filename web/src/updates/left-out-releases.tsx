import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/notice.tsx'
import { leftOutTexts } from './left-out-texts.ts'

export interface LeftOutRelease {
  type: string
  slug: string
  name: string
  version: string
  sites: number
  code: string
  message: string
  /** It failed before; a person may select it. */
  can_install: boolean
}

export interface ChosenReleases {
  /** Releases that failed before and that the user selected, as the plan showed them. */
  chosen: readonly LeftOutRelease[]
  toggle: (release: LeftOutRelease) => void
  /** For the operation that plans and runs. */
  input: { leave_out_failed: true; failed_releases: string[] }
}

/** Releases that failed before are selected by a person or not installed, also when the plan is about one of them. */
export function useChosenReleases(initial: readonly LeftOutRelease[] = []): ChosenReleases {
  const [chosen, setChosen] = useState(initial)
  return {
    chosen,
    // The service knows an item by its slug: its versions are selected together.
    toggle: (release) =>
      setChosen((before) =>
        before.some(({ slug }) => slug === release.slug)
          ? before.filter(({ slug }) => slug !== release.slug)
          : [...before, release],
      ),
    input: { leave_out_failed: true, failed_releases: chosen.map(({ slug }) => slug) },
  }
}

/** Warnings of a plan that are not shown as left-out releases. */
export const otherWarnings = (warnings: readonly string[], leftOut: readonly LeftOutRelease[]): string[] =>
  warnings.filter((warning) => leftOut.every(({ message }) => message !== warning))

const shown = 20

/** Releases that failed before, to select, and those that are refused, each with its reason. */
export function LeftOutReleases({
  leftOut,
  releases: { chosen, toggle },
}: {
  leftOut: readonly LeftOutRelease[]
  releases: ChosenReleases
}) {
  const isChosen = ({ slug }: LeftOutRelease) => chosen.some((release) => release.slug === slug)
  const failed = [...chosen, ...leftOut.filter((release) => release.can_install && !isChosen(release))]
  const refused = leftOut.filter(({ can_install }) => !can_install)
  return (
    <>
      {failed.length > 0 && (
        <Notice tone="warn">
          <fieldset className="plain-fieldset stack-tight">
            <legend>
              <strong>{leftOutTexts.title}</strong>
            </legend>
            <span>{leftOutTexts.introduction}</span>
            {failed.slice(0, shown).map((release) => (
              <FailedRelease
                key={keyOf(release)}
                release={release}
                checked={isChosen(release)}
                onChange={() => toggle(release)}
              />
            ))}
            {failed.length > shown && <span>{leftOutTexts.more({ count: failed.length - shown })}</span>}
          </fieldset>
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warn">
          <div className="stack-tight">
            <strong>{leftOutTexts.refused}</strong>
            {refused.slice(0, shown).map((release) => (
              <RefusedRelease key={keyOf(release)} release={release} />
            ))}
            {refused.length > shown && <span>{leftOutTexts.more({ count: refused.length - shown })}</span>}
          </div>
        </Notice>
      )}
    </>
  )
}

const keyOf = ({ type, slug, version, code, message }: LeftOutRelease) => [type, slug, version, code, message].join(' ')

function FailedRelease({
  release: { name, version, sites, message },
  checked,
  onChange,
}: {
  release: LeftOutRelease
  checked: boolean
  onChange: () => void
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={onChange} />
      <span>
        <strong>{leftOutTexts.release({ name, version })}</strong>{' '}
        <span className="soft">{leftOutTexts.onSites({ count: sites })}</span>
        <br />
        <span className="small">{sentence(message)}</span>
      </span>
    </label>
  )
}

function RefusedRelease({ release: { name, version, sites, code, message } }: { release: LeftOutRelease }) {
  const can = useCan()
  const isHeld = code === 'svc_release_held'
  return (
    <div>
      <span className="line">
        <Badge tone="warn">{isHeld ? leftOutTexts.held : leftOutTexts.notAllowed}</Badge>
        <strong>{leftOutTexts.release({ name, version })}</strong>
        <span className="soft">{leftOutTexts.onSites({ count: sites })}</span>
      </span>
      <span className="small">{sentence(message)}</span>{' '}
      {isHeld && can('lift-held-release') && <Link to="/rollouts">{leftOutTexts.lift}</Link>}
      {code === 'svc_update_not_allowed' && can('list-update-policies') && (
        <Link to="/update-policies">{leftOutTexts.openPolicies}</Link>
      )}
    </div>
  )
}
