import type { Claim } from '#server/access/claims.ts'
import { firstPage } from '#server/access/first-page.ts'
import { jobsSegment } from '#server/resources.ts'
import type { MenuGroup } from '#views/layout/types.ts'
import { type MenuEntry, menuPages } from './menu-pages.ts'
import type { Labels } from './resources.ts'

/** As many as are read at a glance: whoever has no more of them sees all. */
const FEW = 9

export type MenuBoard = { id: string; name: string; slug: string }

/** Whether More stands open, in the cookie of the folded groups. */
export const isMoreOpen = (folded: string | undefined) =>
  folded !== undefined && !`.${folded}.`.includes('.menu.more.')

const hrefs = new Set(menuPages.flatMap(({ entries }) => entries.map(({ href }) => href)))

/** The address of a page as far as the menu goes by it: a board is marked by its page. */
export const menuPath = (path: string) => (hrefs.has(path) ? path : undefined)

type MenuPlace = {
  path?: string
  page?: string
  folded?: string
  used?: ReadonlySet<string>
  pinned?: readonly string[]
  unpinned?: readonly string[]
  xero?: boolean
}

/** Platform owners see the Back office alone (spec 1, section 6). */
export function menuFor(
  can: (claim: Claim) => boolean,
  labels: Labels,
  boards: readonly MenuBoard[],
  at: MenuPlace,
  owneronly: boolean,
): MenuGroup[] {
  const jobs = jobsSegment(labels)
  const boardEntries: MenuEntry[] = boards.map(({ name, slug }, i) => ({
    page: `board.${slug}`,
    href: `/${jobs}/${slug}/progress`,
    icon: 'board',
    claim: 'jobs.read',
    first: true,
    label: name,
    go: i === 0 ? 'b' : undefined,
  }))
  const home = firstPage({ can })
  const taken = new Set(boards.map(({ name }) => name))
  const all = menuPages.flatMap((group) =>
    group.key === 'menu.work' ? [group, { key: 'menu.boards', entries: boardEntries }] : [group],
  )
  const shown = all
    .filter((group) => !owneronly || group.key === 'menu.backoffice')
    .map(({ key, entries }) => ({
      key,
      label: labels[key] ?? key,
      folded: `.${at.folded ?? ''}.`.includes(`.${key}.`),
      links: entries
        .filter((entry) => owneronly || !entry.owneronly)
        .filter((entry) => at.xero || !entry.xero)
        .filter(({ claim }) => !claim || can(claim))
        .toSorted((a, b) => Number(b.href === home) - Number(a.href === home))
        .map(({ page, href, icon, go, hint, label, first: isFirst = false }) => {
          const firstday = isFirst || href === home
          const first = firstday || at.used?.has(page) === true
          return {
            ...{ page, href, icon, go, hint, first, firstday },
            more: first ? at.unpinned?.includes(page) === true : !at.pinned?.includes(page),
            label: label ?? pageLabel(labels[page] ?? page, taken),
            current: page === at.page || href === at.path,
          }
        }),
    }))
    .filter(({ links }) => links.length > 0)
  return shown.flatMap(({ links }) => links).length > FEW ? shown : shown.map(withoutMore)
}

/** Of a page that is called as a board is, beside which it stands. */
const pageLabel = (label: string, taken: ReadonlySet<string>) =>
  taken.has(label) ? `All ${label.charAt(0).toLowerCase()}${label.slice(1)}` : label

const withoutMore = (group: MenuGroup): MenuGroup => ({
  ...group,
  links: group.links.map((link) => ({ ...link, page: undefined, more: false })),
})
