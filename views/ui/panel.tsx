import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type PanelProps = { title?: ReactNode; actions?: ReactNode; children: ReactNode; flush?: boolean }

export function Panel({ title, actions, children, flush }: PanelProps) {
  return (
    <section className={flush ? 'panel flush' : 'panel'}>
      {(title || actions) && (
        <header>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

/** `wide`: a sentence, which takes a row. */
type Fact = { label: string; value: ReactNode; wide?: boolean }

export function DescriptionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.label} className={fact.wide ? 'wide' : undefined}>
          <dt>{fact.label}</dt>
          <dd>{fact.value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

type StatProps = {
  label: string
  value: ReactNode
  note?: ReactNode
  icon?: IconName
  href?: string
  /** Nothing is there, or it is late. */
  look?: 'quiet' | 'late'
}

export function Stat({ label, value, note, icon, href, look }: StatProps) {
  const inside = (
    <>
      <span className="label">
        {icon && <Icon name={icon} />}
        {label}
      </span>
      <strong className={look}>{value}</strong>
      {note && <span className="note">{note}</span>}
    </>
  )
  return href ? (
    <a className="stat" href={href}>
      {inside}
    </a>
  ) : (
    <div className="stat">{inside}</div>
  )
}
