import { findListViews, type ListViewsPlace } from '#views/ui/list-views-mark.tsx'
import type { Reply } from './context.ts'
import type { PageBytes } from './pieces.ts'

/** A page that many are sent, as bytes: to join these takes a tenth of the time that its text takes. */
export type KeptMarkup = {
  before: PageBytes
  after: PageBytes
  /** The list whose views, of whoever asks, stand between the two. */
  views?: ListViewsPlace & { hascolumns: boolean }
  island?: string
}

export function keepMarkup(html: string): KeptMarkup {
  const { before, after, views } = findListViews(html)
  return {
    before: Buffer.from(before),
    after: Buffer.from(after),
    views: views && { ...views, hascolumns: hasColumns(html, views.region) },
    island: findIsland(html),
  }
}

export const isKept = (body: Extract<Reply, { kind: 'view' }>['body']): body is KeptMarkup =>
  typeof body === 'object' && 'before' in body

const hasColumns = (html: string, region: string) => html.includes(`id="columns-${region}"`)

/** The first, whose scripts the page asks for at once. */
const findIsland = (html: string) => /data-island="(\w+)"/.exec(html)?.[1]
