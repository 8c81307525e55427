import type { ReactNode } from 'react'

type PageTitleProps = { title: ReactNode; subtitle?: string | null; actions?: ReactNode }

export function PageTitle({ title, subtitle, actions }: PageTitleProps) {
  return (
    <header className="pagetitle">
      <div>
        <h1>{title}</h1>
        {subtitle && <Subtitle text={subtitle} />}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </header>
  )
}

function Subtitle({ text }: { text: string }) {
  const short = truncate(text, 100)
  return (
    <p className="subtitle" title={short === text ? undefined : truncate(text, 500)}>
      {short}
    </p>
  )
}

export function truncate(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
