import { Icon } from './icon.tsx'
import { listLink, listSwap, withQuery } from './links.ts'

type PagerProps = {
  total: number
  /** There are at least `total`. */
  more?: boolean
  cut?: boolean
  skip: number
  take: number
  url: string
  region: string
}

export const Pager = (props: PagerProps) => (
  <>
    {props.more && !isExact(props.url) && <CountedLater {...props} />}
    <Pages {...props} />
  </>
)

/**
 * Asks for the list counted to the end once its first rows are shown: a thread counts. Rows that are sorted stay, since
 * among all others would lead. A list that changed meanwhile has another one of these, and the answer is dropped.
 */
function CountedLater({ total, cut, skip, url, region }: PagerProps) {
  const exact = listSwap(withQuery(url, { exact: true }), cut ? totalId(region) : region)
  const id = `counted-${encodeURIComponent(`${url} ${skip} ${total}`)}`
  return <span {...exact} id={id} hx-push-url="false" hx-trigger="load" data-later="" hidden />
}

const isExact = (url: string) => new URLSearchParams(url.split('?')[1]).has('exact')

/** Of where a list says how many it holds. */
export const totalId = (region: string) => `${region}-total`

function Pages({ total, more, cut, skip, take, url, region }: PagerProps) {
  if (total <= take && skip === 0) return null
  const page = Math.floor(skip / take)
  const last = Math.max(0, Math.ceil(total / take) - 1)
  const to = (target: number) => listLink(withQuery(url, { skip: target * take }), region)
  return (
    <nav className="pager" aria-label="Pages">
      <p>
        {number(Math.min(skip + 1, total))}–{number(Math.min(skip + take, total))} of{' '}
        {cut ? 'the newest ' : more && 'at least '}
        {number(total)}
      </p>
      <PageLink off={page <= 0} {...to(0)} label="First page" icon="chevron-left" twice />
      <PageLink off={page <= 0} {...to(page - 1)} label="Previous page" icon="chevron-left" rel="prev" />
      <span>
        Page {number(page + 1)} of {more && !cut && 'at least '}
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
