import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { dotStyle } from './colour.ts'
import { Icon, type IconName } from './icon.tsx'

export type Level = 'info' | 'success' | 'warning' | 'error'

/** The icon that goes with a level, so that colour never speaks alone. */
export const levelIcon: Record<Level, IconName> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
}

type ChipProps = { children: ReactNode; level?: Level; colour?: string | null; icon?: IconName }

export function Chip({ children, level, colour, icon }: ChipProps) {
  return (
    <span className={classes('chip', level)}>
      {colour !== undefined && <Dot colour={colour} />}
      {icon && <Icon name={icon} size="small" />}
      {children}
    </span>
  )
}

type DotProps = { colour?: string | null; label?: string }

export function Dot({ colour, label }: DotProps) {
  return <span className="dot" style={dotStyle(colour)} {...accessibleName(label)} />
}

export function Stripe({ colour, label }: DotProps) {
  return <span className="stripe" style={dotStyle(colour)} {...accessibleName(label)} />
}

const accessibleName = (label?: string) =>
  label ? { role: 'img', 'aria-label': label, title: label } : ({ 'aria-hidden': true } as const)

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd>{children}</kbd>
}

export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading</span>
      {'abcdefgh'
        .slice(0, lines)
        .split('')
        .map((line) => (
          <span key={line} />
        ))}
    </div>
  )
}

type ProgressProps = { label: string; done: number; total: number }

export function Progress({ label, done, total }: ProgressProps) {
  return (
    <div className="progress">
      <p>
        {label}
        <span className="number">
          {done.toLocaleString('en-ZA')} of {total.toLocaleString('en-ZA')}
        </span>
      </p>
      <progress value={done} max={total} aria-label={label} />
    </div>
  )
}

type EmptyStateProps = { icon: IconName; text: string; hint?: string; children?: ReactNode }

export function EmptyState({ icon, text, hint, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} size="large" />
      <p>{text}</p>
      {hint && <p className="hint">{hint}</p>}
      {children && <div className="buttons">{children}</div>}
    </div>
  )
}

type BannerProps = { level: Level; children: ReactNode; actions?: ReactNode; id?: string; hidden?: boolean }

export function Banner({ level, children, actions, id, hidden }: BannerProps) {
  return (
    <div
      className={classes('banner', level)}
      role={level === 'error' ? 'alert' : 'status'}
      id={id}
      hidden={hidden}
    >
      <Icon name={levelIcon[level]} />
      <div className="text">{children}</div>
      {actions}
    </div>
  )
}
