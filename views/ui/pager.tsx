import { Icon } from './icon.tsx'
import { listLink, withQuery } from './links.ts'

type PagerProps = {
  total: number
  /** There are at least `total`. */
  more?: boolean
  skip: number
  take: number
  url: string
  region: string
}

export function Pager({ total, more, skip, take, url, region }: PagerProps) {
  if (total <= take && skip === 0) return null
  const page = Math.floor(skip / take)
  const last = Math.max(0, Math.ceil(total / take) - 1)
  const to = (target: number) => listLink(withQuery(url, { skip: target * take }), region)
  return (
    <nav className="pager" aria-label="Pages">
      <p>
        {number(Math.min(skip + 1, total))}–{number(Math.min(skip + take, total))} of {more && 'at least '}
        {number(total)}
      </p>
      <PageLink off={page <= 0} {...to(0)} label="First page" icon="chevron-left" twice />
      <PageLink off={page <= 0} {...to(page - 1)} label="Previous page" icon="chevron-left" rel="prev" />
      <span>
        Page {number(page + 1)} of {more && 'at least '}
        {number(last + 1)}
      </span>
      <PageLink off={page >= last} {...to(page + 1)} label="Next page" icon="chevron-right" rel="next" />
      <PageLink off={page >= last} {...to(last)} label="Last page" icon="chevron-right" twice />
    </nav>
  )
}

type PageLinkProps = ReturnType<typeof listLink> & {
  off: boolean
  label: string
  icon: 'chevron-left' | 'chevron-right'
  rel?: string
  twice?: boolean
}

function PageLink({ off, label, icon, twice, ...link }: PageLinkProps) {
  const icons = (
    <>
      <Icon name={icon} />
      {twice && <Icon name={icon} />}
    </>
  )
  // Without an address it is no link any more, which is how HTML says "not now".
  if (off)
    return (
      <span className="button quiet square" aria-hidden="true">
        {icons}
      </span>
    )
  return (
    <a className="button quiet square" title={label} {...link}>
      <span className="unseen">{label}</span>
      {icons}
    </a>
  )
}

const number = (value: number) => value.toLocaleString('en-ZA')
