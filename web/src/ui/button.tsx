import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import type { Icon } from './icons.ts'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet'

interface Looks {
  tone?: ButtonTone
  small?: boolean
  icon?: Icon
}

const classes = ({ tone = 'plain', small }: Looks, square = false) =>
  ['button', tone !== 'plain' && tone, small && 'small', square && 'square'].filter(Boolean).join(' ')

interface ButtonProps extends Looks, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows that the action is under way and takes no further click. */
  busy?: boolean
}

export function Button({ tone, small, icon: Glyph, busy = false, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes({ tone, small })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="spinner" /> : Glyph && <Glyph size={17} stroke={1.8} aria-hidden />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  icon: Icon
  /** What it does, for those who do not see the icon and those who point at it. */
  label: string
}

export function IconButton({ tone = 'quiet', small, icon: Glyph, label, busy, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes({ tone, small }, true)}
      disabled={rest.disabled || busy}
    >
      {busy ? <span className="spinner" /> : <Glyph size={18} stroke={1.8} aria-hidden />}
    </button>
  )
}

/** Looks like a button and is a link: it can be opened in a new tab. */
export function LinkButton({
  tone,
  small,
  icon: Glyph,
  children,
  ...link
}: Looks & Pick<LinkProps, 'to' | 'params' | 'search'> & { children: ReactNode }) {
  return (
    <Link {...link} className={classes({ tone, small })}>
      {Glyph && <Glyph size={17} stroke={1.8} aria-hidden />}
      {children}
    </Link>
  )
}
