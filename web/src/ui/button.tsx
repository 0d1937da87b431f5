import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import type { Icon } from './icons.ts'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet'

interface ButtonStyle {
  tone?: ButtonTone
  small?: boolean
  icon?: Icon
}

const classes = ({ tone = 'plain', small }: ButtonStyle, square = false) =>
  ['button', tone !== 'plain' && tone, small && 'small', square && 'square'].filter(Boolean).join(' ')

interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows that the action is running and ignores further clicks. */
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
  /** Accessible name and tooltip. */
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

/** A link with the style of a button, so that it can be opened in a new tab. */
export function LinkButton({
  tone,
  small,
  icon: Glyph,
  children,
  ...link
}: ButtonStyle & Pick<LinkProps, 'to' | 'params' | 'search'> & { children: ReactNode }) {
  return (
    <Link {...link} className={classes({ tone, small })}>
      {Glyph && <Glyph size={17} stroke={1.8} aria-hidden />}
      {children}
    </Link>
  )
}
