import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'
import { dialogLink } from './links.ts'
import { EmptyState } from './small.tsx'

type LinkedLine = {
  id: string
  href?: string
  opens?: 'dialog'
  name: string
  text?: string
  who?: ReactNode
  when?: ReactNode
}

type LinkedLinesProps = {
  lines: readonly LinkedLine[]
  /** What answers with the same list from there on. */
  more?: string
  empty: { icon: IconName; text: string; hint?: string }
}

export function LinkedLines({ lines, more, empty }: LinkedLinesProps) {
  if (lines.length === 0) return <EmptyState {...empty} />
  return (
    <ul className="joblines" data-rows="">
      {lines.map((line) => (
        <li key={line.id}>
          <Line {...line} />
        </li>
      ))}
      {more && (
        <li className="more">
          <Button
            look="quiet"
            hx-get={more}
            hx-target="closest li"
            hx-select=".joblines > li"
            hx-swap="outerHTML"
          >
            Show more
          </Button>
        </li>
      )}
    </ul>
  )
}

function Line({ href, opens, name, text, who, when }: LinkedLine) {
  const inside = (
    <>
      <span className="what">
        <strong>{name}</strong> {text}
      </span>
      {who && <span className="who">{who}</span>}
      {when && <span className="when">{when}</span>}
    </>
  )
  if (!href) return <span className="line">{inside}</span>
  return (
    <a className="line" {...(opens === 'dialog' ? dialogLink(href) : { href })}>
      {inside}
    </a>
  )
}
